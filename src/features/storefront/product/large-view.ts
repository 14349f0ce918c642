/** The pictures of a gallery as large as the screen: keys, arrows and swipes lead from one to the next. */
import { createPane, type Pane } from './zoom-pane.ts';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const sides: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const factors: Readonly<Record<string, number>> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 };
const stride = 80;

/** Ends with the dialog. `onClose` is told which picture was seen last. */
export function openLargeView(
  dialog: HTMLDialogElement,
  shown: readonly HTMLElement[],
  first: number,
  onClose: (place: number) => void,
): void {
  const row = dialog.querySelector<HTMLElement>('.panes');
  const keys = dialog.parentElement?.querySelector('.keys');
  if (dialog.querySelector('.keys') === null && keys) dialog.append(keys.cloneNode(true));
  const zoomKey = dialog.querySelector('[data-zoom]');
  if (row === null) return;
  let place = first;
  const say = (selector: string, words: string) =>
    dialog.querySelector(selector)?.replaceChildren(words);
  const toPlace = () => row.scrollTo({ left: place * row.clientWidth, behavior: 'instant' });
  const tell = () => {
    say('[data-place]', String(place + 1));
    say('[data-count]', String(shown.length));
    const caption = shown[place]?.querySelector('figcaption')?.children ?? [];
    say('.told', Array.from(caption, ({ textContent }) => textContent).join(' '));
    zoomKey?.setAttribute('aria-label', panes[place]?.isNear() ? 'Show all of it' : 'Zoom in');
  };
  const panes: readonly Pane[] = shown.flatMap((each) => {
    const picture = each.querySelector('picture');
    return picture === null ? [] : createPane(picture, () => tell());
  });
  const go = (to: number) => {
    panes[place]?.showWhole();
    place = (to + panes.length) % panes.length;
    toPlace();
    tell();
  };
  const press = ({ target }: Event) => {
    const key = target instanceof Element ? target.closest('button') : null;
    if (key?.dataset['move'] !== undefined) go(place + Number(key.dataset['move']));
    if (key !== null && key === zoomKey) panes[place]?.turn();
  };
  const type = (event: KeyboardEvent) => {
    const { key, target } = event;
    const [pane, step, side] = [panes[place], steps[key], sides[key]];
    if (pane?.isNear() && side !== undefined) {
      pane.place.scrollBy({ left: side[0] * stride, top: side[1] * stride });
    } else if (step !== undefined) go(place + step);
    else if (factors[key] !== undefined && !event.ctrlKey) pane?.zoomBy(factors[key]);
    else if ((key === 'Enter' || key === ' ') && (target === row || target === pane?.place))
      pane?.turn();
    else return;
    event.preventDefault();
  };
  const ended = new AbortController();
  const { signal } = ended;
  dialog.addEventListener('click', press, { signal });
  dialog.addEventListener('keydown', type, { signal });
  row.addEventListener(
    // Older Safaris never say that a swipe has ended.
    'onscrollend' in window ? 'scrollend' : 'scroll',
    () => {
      // Near, a row does not turn.
      if (panes[place]?.isNear()) return toPlace();
      place = Math.round(row.scrollLeft / row.clientWidth);
      tell();
    },
    { signal },
  );
  addEventListener('resize', () => go(place), { signal });
  dialog.addEventListener(
    'close',
    () => {
      ended.abort();
      row.replaceChildren();
      onClose(place);
    },
    { signal },
  );
  row.replaceChildren(
    ...panes.map((pane) => {
      const item = document.createElement('li');
      item.append(pane.place);
      return item;
    }),
  );
  dialog.toggleAttribute('data-single', panes.length === 1);
  dialog.showModal();
  go(first);
}
