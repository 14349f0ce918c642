/**
 * Puts into the cart what is chosen on the page. Invariant: the cart and the header's number have
 * changed before anything is asked of the network, the ids of the page's answers aside.
 */
import { countPieces, lineKey, type KeptLine } from '../model/cart-line.ts';
import { $cartKeeping, $cartLines, addLines } from '../store/cart.ts';
import { routes } from '#routes.ts';
import { showCount } from './cart-badge.ts';
import { fillDrawer } from './drawer-view.ts';
import { choiceOf, readAnswers, type PageChoice } from './page-choice.ts';

const plain = { quantity: 1, options: {}, design_id: null, offer_id: null };

// This code comes when somebody turns to the key: a press finds them.
const atHand = readAnswers();

/** The variants that are ticked, with the answers where they are asked. */
function chosenLines(path: string, { variants, options }: PageChoice): readonly KeptLine[] {
  const made = variants.filter(({ isDesigned }) => !isDesigned);
  return made.map(({ id, isAsked }) => ({
    ...plain,
    variant_id: id,
    options: isAsked ? options : {},
    path,
  }));
}

/** `dialog` shows the page's own words of it already. */
export async function addToCart(
  place: HTMLElement,
  dialog: HTMLDialogElement | null,
): Promise<void> {
  const { path = '', variant } = place.dataset;
  const answers = (await atHand) ?? (await readAnswers());
  if (answers === null) {
    dialog?.close();
    showCount();
    return say(place, 'This didn’t load. Try again when you’re back online.');
  }
  const lines =
    variant === undefined
      ? chosenLines(path, choiceOf(answers))
      : [{ ...plain, variant_id: variant, path }];
  if (lines.length === 0 || dialog === null) {
    return say(place, 'This needs a design: start with “Design yours”.');
  }
  addLines(lines);
  sayCount(place, countPieces($cartLines.get()));
  fillDrawer(dialog, lines.map(lineKey));
}

/** Stays behind when the drawer is closed. */
function sayCount(place: HTMLElement, count: number): void {
  const link = document.createElement('a');
  link.href = routes.cart;
  link.textContent = `${count} in the cart`;
  const words = [`Added: `, link];
  if ($cartKeeping.get() !== 'browser') words.push('. This browser keeps it until you leave');
  say(place, ...words);
}

function say(place: HTMLElement, ...words: readonly (string | Node)[]): void {
  place.querySelector('.said')?.replaceChildren(...words);
}
