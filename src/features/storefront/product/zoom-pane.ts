/** One picture of the large view: whole at first, near where somebody presses or spreads two fingers. */
import { largeLink, largeWidth } from '#content/pictures/large-picture.ts';
import { element } from '#ui/element.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Pane {
  readonly place: HTMLElement;
  isNear(): boolean;
  /** Around the middle where no point is given. */
  zoomBy(factor: number, at?: Point): void;
  /** From whole to near and back. */
  turn(at?: Point): void;
  showWhole(): void;
}

const mostScale = 4;
/** Below this a picture counts as whole again. */
const leastScale = 1.05;
/** What a hand moves without meaning it. */
const slack = 5;

const between = ([a, b]: readonly Touch[]) => ({
  x: ((a?.clientX ?? 0) + (b?.clientX ?? 0)) / 2,
  y: ((a?.clientY ?? 0) + (b?.clientY ?? 0)) / 2,
  distance: Math.hypot(
    (a?.clientX ?? 0) - (b?.clientX ?? 0),
    (a?.clientY ?? 0) - (b?.clientY ?? 0),
  ),
});

export function createPane(shown: HTMLPictureElement, onChange: () => void): Pane {
  const picture = document.importNode(shown, true);
  const image = picture.querySelector('img') ?? element('img');
  const sources = [...picture.querySelectorAll('source')];
  const large = largeLink(sources[0]?.srcset ?? '');
  for (const source of sources) source.sizes = '100vw';
  image.loading = 'lazy';
  image.draggable = false;
  const place = element('div', { class: 'pane' }, [picture]);
  const ratio = Number(image.getAttribute('width')) / Number(image.getAttribute('height')) || 1;
  let scale = 1;
  let isAsked = false;

  const wholeWidth = () => Math.min(place.clientWidth, place.clientHeight * ratio);

  /** The drawing for near comes once, without a gap: until it is there, what is there is enlarged. */
  async function sharpen() {
    if (large === null || isAsked) return;
    isAsked = true;
    const better = new Image();
    better.src = large;
    const isThere = await better.decode().then(
      () => true,
      () => false,
    );
    isAsked = isThere;
    if (!isThere) return;
    image.src = large;
    for (const source of sources) source.remove();
  }

  /** What lies at `from` comes to lie at `to`. */
  function zoomTo(wanted: number, to: Point, from: Point = to) {
    const box = place.getBoundingClientRect();
    const lefts = (width: number) => Math.max(0, (box.width - width) / 2);
    const tops = (height: number) => Math.max(0, (box.height - height) / 2);
    const before = wholeWidth() * scale;
    const across = (from.x - box.left + place.scrollLeft - lefts(before)) / before;
    const down = (from.y - box.top + place.scrollTop - tops(before / ratio)) / (before / ratio);
    scale = Math.min(mostScale, Math.max(1, wanted));
    const width = wholeWidth() * scale;
    place.toggleAttribute('data-near', scale > 1);
    // What scrolls can have the focus.
    place.tabIndex = scale > 1 ? 0 : -1;
    image.style.inlineSize = scale > 1 ? `${width}px` : '';
    image.style.blockSize = scale > 1 ? `${width / ratio}px` : '';
    place.scrollTo({
      left: across * width + lefts(width) - (to.x - box.left),
      top: down * (width / ratio) + tops(width / ratio) - (to.y - box.top),
      behavior: 'instant',
    });
    if (scale > 1) void sharpen();
    onChange();
  }

  function middle(): Point {
    const { left, top, width, height } = place.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  const nearScale = () => Math.max(2, largeWidth / devicePixelRatio / wholeWidth());
  const showWhole = () => zoomTo(1, middle());
  const turn = (at = middle()) => zoomTo(scale > 1 ? 1 : nearScale(), at);

  answerMouse(place, turn);
  answerFingers(place, () => scale, zoomTo);
  return {
    place,
    turn,
    showWhole,
    isNear: () => scale > 1,
    zoomBy: (factor, at = middle()) => zoomTo(scale * factor < leastScale ? 1 : scale * factor, at),
  };
}

/** A press turns; a mouse that is held drags what is near. */
function answerMouse(place: HTMLElement, turn: (at: Point) => void) {
  let dragged = 0;
  let last: Point = { x: 0, y: 0 };
  place.addEventListener('pointerdown', ({ pointerType, pointerId, button, clientX, clientY }) => {
    dragged = 0;
    last = { x: clientX, y: clientY };
    if (pointerType === 'mouse' && button === 0) place.setPointerCapture(pointerId);
  });
  place.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (!place.hasPointerCapture(pointerId)) return;
    const by = { left: last.x - clientX, top: last.y - clientY };
    dragged += Math.abs(by.left) + Math.abs(by.top);
    last = { x: clientX, y: clientY };
    place.scrollBy({ ...by, behavior: 'instant' });
  });
  place.addEventListener('click', ({ clientX, clientY }) => {
    if (dragged <= slack) turn({ x: clientX, y: clientY });
  });
}

function answerFingers(
  place: HTMLElement,
  scaleNow: () => number,
  zoomTo: (scale: number, to: Point, from?: Point) => void,
) {
  let last: ReturnType<typeof between> | null = null;
  place.addEventListener(
    'touchmove',
    (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const now = between([...event.touches]);
      if (last !== null) zoomTo(scaleNow() * (now.distance / last.distance), now, last);
      last = now;
    },
    { passive: false },
  );
  for (const end of ['touchend', 'touchcancel']) {
    place.addEventListener(end, () => {
      last = null;
      if (scaleNow() < leastScale && scaleNow() > 1) zoomTo(1, { x: 0, y: 0 });
    });
  }
  place.addEventListener(
    'wheel',
    (event) => {
      // Two fingers on a pad.
      if (!event.ctrlKey) return;
      event.preventDefault();
      const at = { x: event.clientX, y: event.clientY };
      zoomTo(scaleNow() * Math.exp(-event.deltaY / 100), at);
    },
    { passive: false },
  );
}
