import { useStore } from '@nanostores/react';
import { lineKey, type KeptLine } from '#domain/cart-line.ts';
import { goodsPath, lineFacts, type LineFacts } from '#domain/goods.ts';
import { choiceWords } from '#domain/quote-changes.ts';
import { $goods, $goodsPaths, wantGoods, wantPath } from '#stores/goods.ts';
import { $quote, quoteOfLine } from '#stores/quote.ts';

const nothingKnown: LineFacts = {
  title: 'One moment',
  variantTitle: '',
  choices: [],
  picture: null,
  priceMinor: 0,
  currency: 'EUR',
  ships: '',
};

export interface LineWords extends LineFacts {
  readonly path: string | null;
  /** Whether the page or the shop has said what it is. */
  readonly isKnown: boolean;
}

/** What a line is called and looks like: from its page, and where there is none from the quote. */
export function useLineWords(line: KeptLine | null): LineWords {
  const { quoted } = useStore($quote);
  const goods = useStore($goods);
  const answer = line === null ? null : quoteOfLine(quoted, lineKey(line)).line;
  const paths = useStore($goodsPaths);
  const told = answer === null ? null : goodsPath(answer.kind ?? '', answer.url);
  const path = line?.path ?? told ?? paths[line?.variant_id ?? ''] ?? null;
  if (path === null && line !== null) wantPath(line.variant_id);
  wantGoods([path]);
  const known = goods[path ?? ''];
  const facts =
    line === null || known === undefined || known === 'missing' ? null : lineFacts(line, known);
  if (facts !== null) return { ...facts, path, isKnown: true };
  if (answer === null || answer.title === '') return { ...nothingKnown, path, isKnown: false };
  const { title, variantTitle, unitPriceMinor } = answer;
  const words = { title, variantTitle, choices: choiceWords(answer), priceMinor: unitPriceMinor };
  return { ...nothingKnown, ...words, path, isKnown: true };
}
