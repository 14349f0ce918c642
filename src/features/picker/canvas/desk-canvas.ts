/**
 * The desk's nodes: the drawn case with plate and shadows, over it one canvas with all keys, over
 * that an empty box for each key, which is where it is found, walked to and outlined.
 */
import { gradientsOf, paintPart, type KeyPainter } from './key-canvas.ts';
import type { KeyShapes } from './key-shapes.ts';
import { holds, type Box } from './path-bounds.ts';
import styles from '../ui/picker.module.css';

export interface DeskCanvas {
  /** Draws again what shows in a part of the drawing. */
  paint(part: Box): void;
  keyAt(clientX: number, clientY: number): number | null;
  readonly places: ReadonlyMap<number, HTMLElement>;
  stop(): void;
}

export interface DeskKeys {
  /** Indices from far to near, as they hide one another. */
  readonly order: readonly number[];
  readonly shapes: Map<number, KeyShapes>;
}

/** Wider than any screen shows; a zoom beyond it is shown a little softer. */
const LARGEST_BITMAP = 4096;

function placesOf({ order, shapes }: DeskKeys, frame: Box): Map<number, HTMLElement> {
  const share = (length: number, whole: number) => `${(100 * length) / whole}%`;
  return new Map(
    order.flatMap((index) => {
      const box = shapes.get(index)?.cap;
      if (box === undefined) return [];
      const place = document.createElement('div');
      place.dataset['key'] = String(index);
      place.className = styles['key'] ?? '';
      place.style.left = share(box.x - frame.x, frame.width);
      place.style.top = share(box.y - frame.y, frame.height);
      place.style.width = share(box.width, frame.width);
      place.style.height = share(box.height, frame.height);
      return [[index, place]];
    }),
  );
}

/** A cap is where one of its faces is; what has none, a printed sign, is where its box is. */
function isOn(key: KeyShapes, context: CanvasRenderingContext2D, x: number, y: number): boolean {
  if (!holds(key.cap, x, y)) return false;
  const faces = key.shapes.filter(({ fill }) => fill !== null);
  return (
    faces.length === 0 ||
    faces.some(({ form }) => holds(form.box, x, y) && context.isPointInPath(form.path, x, y))
  );
}

function context2d(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no canvas to paint on');
  return context;
}

type Size = { readonly across: number; readonly down: number };

/** Whole pixels of the screen under the bitmap, so that none is stretched; more while someone zooms in. */
function fitted(bitmap: HTMLCanvasElement, pile: HTMLElement): Size {
  const { width, height } = pile.getBoundingClientRect();
  const across = Math.round(width * devicePixelRatio);
  const down = Math.round(height * devicePixelRatio);
  bitmap.style.width = `${across / devicePixelRatio}px`;
  bitmap.style.height = `${down / devicePixelRatio}px`;
  const zoom = Math.max(1, Math.min(visualViewport?.scale ?? 1, LARGEST_BITMAP / across));
  return { across: Math.round(across * zoom), down: Math.round(down * zoom) };
}

function watchSize(
  bitmap: HTMLCanvasElement,
  pile: HTMLElement,
  onSize: (size: Size) => void,
): () => void {
  const tell = () => {
    const size = fitted(bitmap, pile);
    if (size.across > 0 && size.down > 0) onSize(size);
  };
  const sizes = new ResizeObserver(tell);
  sizes.observe(pile);
  // A window on another screen has other pixels, and the same size.
  addEventListener('resize', tell);
  visualViewport?.addEventListener('resize', tell);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', tell);
    visualViewport?.removeEventListener('resize', tell);
  };
}

export function deskCanvas(host: HTMLElement, ground: Element, keys: DeskKeys): DeskCanvas {
  const [x = 0, y = 0, width = 1, height = 1] =
    ground.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
  const frame = { x, y, width, height };
  const pile = document.createElement('div');
  pile.className = styles['pile'] ?? '';
  pile.setAttribute('aria-hidden', 'true');
  pile.style.setProperty('--ratio', String(width / height));
  const bitmap = document.createElement('canvas');
  const context = context2d(bitmap);
  // Asked where a point lies, never painted on: in the drawing's own units.
  const map = context2d(document.createElement('canvas'));
  const gradients = gradientsOf(ground, context);
  const places = placesOf(keys, frame);
  pile.append(ground, bitmap, ...places.values());
  host.replaceChildren(pile);
  let painter: KeyPainter | null = null;

  function paint(part: Box): void {
    if (painter === null) return;
    const farToNear = keys.order.flatMap((index) => keys.shapes.get(index) ?? []);
    paintPart(painter, farToNear, part);
  }

  const stopWatching = watchSize(bitmap, pile, ({ across, down }) => {
    if (painter !== null && bitmap.width === across && bitmap.height === down) return;
    [bitmap.width, bitmap.height] = [across, down];
    const [a, d] = [across / width, down / height];
    painter = { context, gradients, toPixels: new DOMMatrix([a, 0, 0, d, -x * a, -y * d]) };
    paint(frame);
  });
  bitmap.addEventListener('contextrestored', () => paint(frame));

  return {
    paint,
    places,
    keyAt(clientX, clientY) {
      const shown = pile.getBoundingClientRect();
      const atX = x + ((clientX - shown.left) * width) / shown.width;
      const atY = y + ((clientY - shown.top) * height) / shown.height;
      const isHere = (index: number) => {
        const key = keys.shapes.get(index);
        return key !== undefined && isOn(key, map, atX, atY);
      };
      return keys.order.findLast(isHere) ?? null;
    },
    stop: stopWatching,
  };
}
