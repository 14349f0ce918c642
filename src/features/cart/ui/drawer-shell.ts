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

/** Null where nothing would be added. */
export function openDrawer(place: HTMLElement): [HTMLDialogElement, pieces: number] | null {
  const card = place.closest('[data-colorway]');
  const find = (selector: string) => (card ?? document).querySelector<HTMLElement & { readonly currentSrc?: string }>(selector);
  const chosen = [
    ...document.querySelectorAll<HTMLElement>('keywright-options :checked:not([data-designed])'),
  ];
  const pieces = card ? 1 : chosen.filter(({ dataset }) => dataset['variant']).length;
  if (pieces === 0) return null;
  const names = chosen.map((input) => input.parentElement?.querySelector('.name')?.textContent);
  dialog.replaceChildren(
    element('header', {}, [element('h2', {}, ['Added to your cart'])]),
    element('div', {}, [
      element('article', {}, [
        element('img', { src: find('img')?.currentSrc ?? '', alt: '' }),
        // The key of a card says what it adds.
        element('h3', {}, [place.textContent.split(': ')[1] ?? find('h1')?.textContent ?? '']),
        element('p', {}, [card ? '' : names.join(' · ')]),
        element('b', {}, [find('.sale data,[data-total]')?.textContent ?? '']),
      ]),
    ]),
    element('footer'),
  );
  document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
  return [dialog, pieces];
}
