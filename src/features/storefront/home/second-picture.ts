/**
 * A second picture of what a mouse rests on. Nobody without a mouse, with reduced motion or who saves data
 * loads one.
 */
import { readShelfCards } from './shelf-cards.ts';

const wanted = matchMedia(
  '(hover: hover) and (pointer: fine) and (prefers-reduced-motion: no-preference)',
);
const cardOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('keywright-shelves [data-card]') : null;

async function show(card: HTMLElement): Promise<void> {
  const shelves = card.closest<HTMLElement>('keywright-shelves');
  if (shelves === null || !wanted.matches || navigator.connection?.saveData) return;
  if (card.dataset['turned'] !== undefined) return;
  card.dataset['turned'] = '';
  const second = (await readShelfCards(shelves)).get(card)?.second;
  if (!second) return;
  const image = new Image();
  image.alt = '';
  image.className = 'second';
  image.src = second;
  await image.decode();
  card.querySelector('.studio')?.append(image);
}

function turn(card: HTMLElement | null): void {
  if (card === null) return;
  show(card).catch(() => delete card.dataset['turned']);
}

document.addEventListener('pointerover', ({ target }) => turn(cardOf(target)), { passive: true });
// It came while this was loaded.
turn(cardOf(document.querySelector('keywright-shelves [data-card]:hover')));
