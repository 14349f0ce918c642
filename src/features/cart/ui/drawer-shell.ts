// chunk: buying
/**
 * The drawer as the page can draw it before any of the cart’s code is there: picture, name, choice and
 * price of what was pressed, as the page shows them.
 */
import { element } from '#ui/element.ts';
import { showCount } from './cart-badge.ts';
import styles from './drawer.module.css';

const title = 'Adding to your cart';
const dialog = element('dialog', { class: styles['drawer'] ?? '', 'aria-label': title });

/** A sum is kept right by code that may not be there yet; where nothing is answered, the price beside it is one. */
const price =
  'form:not(:has([data-option])) [type=radio]:checked~.cost [data-live-price],.sale data,[data-total]';

export interface DrawnLine {
  readonly picture: string;
  readonly title: string;
  readonly detail: string;
  readonly price: string;
}

/** The header’s number is right at once, too. */
export function showDrawer(line: DrawnLine, pieces: number): HTMLDialogElement {
  dialog.replaceChildren(
    element('h2', {}, [title]),
    element('div', {}, [
      element('article', {}, [
        element('img', { src: line.picture, alt: '' }),
        element('h3', {}, [line.title]),
        element('p', {}, [line.detail]),
        element('b', {}, [line.price]),
      ]),
    ]),
    element('footer'),
  );
  if (!dialog.open) {
    document.body.append(dialog);
    dialog.showModal();
  }
  showCount(pieces);
  return dialog;
}

/** A page that is left meanwhile gets no frame, and adds all the same. */
const framePainted = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 100);
    requestAnimationFrame(() => setTimeout(resolve));
  });

/**
 * Null where nothing would be added. A dialog takes the rest of the page out of reach, which a slow phone
 * works on for a while: the header’s number is painted before.
 */
export async function openDrawer(place: HTMLElement): Promise<HTMLDialogElement | null> {
  const card = place.closest('[data-colorway]');
  const whole = card ?? document;
  const textOf = (selector: string) => whole.querySelector(selector)?.textContent ?? '';
  const chosen = (more: string) =>
    whole.querySelectorAll(`keywright-options :checked:not([data-designed])${more}`);
  const pieces = card ? 1 : chosen('[data-variant]').length;
  if (pieces === 0) return null;
  showCount(pieces);
  await framePainted();
  const names = Array.from(chosen('~.what .name'), ({ textContent }) => textContent);
  return showDrawer(
    {
      picture: whole.querySelector('img')?.currentSrc ?? '',
      // The key of a card says what it adds.
      title: place.textContent.split(': ')[1] ?? textOf('h1'),
      detail: names.join(' · '),
      price: textOf(price),
    },
    pieces,
  );
}
