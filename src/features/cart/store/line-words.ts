/**
 * What the lines of a cart are called and look like: from the page they were taken from, and where
 * there is none from the shop's quote. Asking for a line's words makes what they need be read.
 */
import { computed } from 'nanostores';
import { lineKey, type KeptLine } from '../model/cart-line.ts';
import { goodsPath, lineFacts, type LineFacts } from '../model/goods.ts';
import { choiceWords } from '../model/quote-changes.ts';
import { $designPictures, pictureOfDesign, wantDesignPicture } from './design-pictures.ts';
import { $goods, $goodsPaths, wantGoods, wantPath } from './goods.ts';
import { $quote, quoteOfLine } from './quote.ts';

const nothingKnown: LineFacts = {
  title: 'One moment',
  variantTitle: '',
  flaws: '',
  choices: [],
  picture: null,
  priceMinor: 0,
  currency: 'EUR',
  ships: '',
  lacksDesign: false,
};

export interface LineWords extends LineFacts {
  readonly path: string | null;
  /** Whether the page or the shop has said what it is. */
  readonly isKnown: boolean;
}

export const $wordsOf = computed(
  [$quote, $goods, $goodsPaths, $designPictures],
  ({ quoted }, goods, paths, designs) =>
    (line: KeptLine): LineWords => {
      const answer = quoteOfLine(quoted, lineKey(line)).line;
      const told = answer === null ? null : goodsPath(answer.kind ?? '', answer.url ?? '');
      const path = line.path ?? told ?? paths[line.variant_id] ?? null;
      if (path === null) wantPath(line.variant_id);
      wantGoods([path]);
      const known = goods[path ?? ''];
      const facts = known === undefined || known === 'missing' ? null : lineFacts(line, known);
      if (line.design_id !== null) wantDesignPicture(line.design_id);
      const picture = pictureOfDesign(designs, line.design_id, facts?.picture ?? null);
      if (facts !== null) {
        // What the shop says of its flaws now is what the order will keep.
        const flaws = answer?.product_id ? answer.flaws : facts.flaws;
        return { ...facts, flaws, picture, path, isKnown: true };
      }
      if (answer === null || answer.title === null)
        return { ...nothingKnown, path, isKnown: false };
      const words = {
        title: answer.title,
        variantTitle: answer.variant_title ?? '',
        flaws: answer.flaws,
        choices: choiceWords(answer),
        priceMinor: answer.unit_price_minor ?? 0,
        picture,
      };
      return { ...nothingKnown, ...words, path, isKnown: true };
    },
);
