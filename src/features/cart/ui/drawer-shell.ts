// chunk: buying
/**
 * The drawer as the page can draw it before any of the cart’s code is there: picture, name, choice and
 * price of what was pressed, as the page shows them.
 */
import { element } from '#ui/element.ts';
import styles from './drawer.module.css';

const dialog = element('dialog', {
  class: styles['drawer'] ?? '',
  'aria-label': 'Added to your cart',
  closedby: 'any',
});

/** A sum is kept right by code that may not be there yet; where nothing is answered, the price beside it is one. */
const price =
  'form:not(:has([data-option])) [type=radio]:checked~.cost [data-live-price],.sale data,[data-total]';

/** Null where nothing would be added. */
export function openDrawer(place: HTMLElement): [HTMLDialogElement, pieces: number] | null {
  const card = place.closest('[data-colorway]');
  const whole = card ?? document;
  const textOf = (selector: string, within: ParentNode | null = whole) =>
    within?.querySelector(selector)?.textContent ?? '';
  const chosen = [
    ...document.querySelectorAll<HTMLElement>('keywright-options :checked:not([data-designed])'),
  ];
  const pieces = card ? 1 : chosen.filter(({ dataset }) => dataset['variant']).length;
  if (pieces === 0) return null;
  const names = chosen.map(({ parentElement }) => textOf('.name', parentElement));
  dialog.replaceChildren(
    element('h2', {}, ['Added to your cart']),
    element('div', {}, [
      element('article', {}, [
        element('img', { src: whole.querySelector('img')?.currentSrc ?? '', alt: '' }),
        // The key of a card says what it adds.
        element('h3', {}, [place.textContent.split(': ')[1] ?? textOf('h1')]),
        element('p', {}, [card ? '' : names.join(' · ')]),
        element('b', {}, [textOf(price)]),
      ]),
    ]),
    element('footer'),
  );
  document.body.append(dialog);
  dialog.showModal();
  return [dialog, pieces];
}
