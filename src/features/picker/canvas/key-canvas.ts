/**
 * Paints keys on one canvas: a painted key is cleared and drawn again within its own box, with what
 * of its neighbours reaches into it. One bitmap for the browser to show, whatever a board is made of.
 */
import type { KeyShapes, Shape } from './key-shapes.ts';
import { overlap, type Box } from './path-bounds.ts';

type Context = CanvasRenderingContext2D;

const numberOf = (node: Element, name: string, absent: number): number =>
  Number(node.getAttribute(name) ?? absent);

function gradientOf(node: Element, context: Context): CanvasGradient {
  const read = (name: string, absent: number) => numberOf(node, name, absent);
  const [cx, cy] = [read('cx', 0.5), read('cy', 0.5)];
  const made =
    node.localName === 'radialGradient'
      ? context.createRadialGradient(cx, cy, 0, cx, cy, read('r', 0.5))
      : context.createLinearGradient(read('x1', 0), read('y1', 0), read('x2', 1), read('y2', 0));
  for (const stop of node.children) {
    const shade = stop.getAttribute('stop-color') === '#fff' ? 255 : 0;
    const colour = `rgb(${shade} ${shade} ${shade} / ${numberOf(stop, 'stop-opacity', 1)})`;
    made.addColorStop(numberOf(stop, 'offset', 0), colour);
  }
  return made;
}

/** The gradients that all keys share, as the drawing defines them. */
export function gradientsOf(
  drawing: ParentNode,
  context: Context,
): ReadonlyMap<string, CanvasGradient> {
  return new Map(
    [...drawing.querySelectorAll('linearGradient, radialGradient')].map((node) => [
      node.id,
      gradientOf(node, context),
    ]),
  );
}

export interface KeyPainter {
  readonly context: Context;
  readonly gradients: ReadonlyMap<string, CanvasGradient>;
  /** From the drawing's units to the bitmap's pixels. */
  readonly toPixels: DOMMatrix;
}

function paintShape({ context, gradients, toPixels }: KeyPainter, shape: Shape): void {
  const { form, fill, gradient, stroke, matrix } = shape;
  if (fill !== null) {
    context.fillStyle = fill;
    context.fill(form.path);
  }
  const shared = gradient === null ? undefined : gradients.get(gradient);
  if (shared !== undefined) {
    const { x, y, width, height } = form.box;
    context.transform(width, 0, 0, height, x, y);
    context.fillStyle = shared;
    context.fill(form.inSquare());
    context.setTransform(toPixels);
  }
  if (stroke === null) return;
  if (matrix !== null)
    context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
  context.strokeStyle = stroke.colour;
  context.lineWidth = stroke.width;
  context.globalAlpha = stroke.alpha;
  context.stroke(form.path);
  context.globalAlpha = 1;
  context.setTransform(toPixels);
}

/** Whole pixels round a box, so that no edge is cleared in part. */
function pixelBox({ x, y, width, height }: Box, { a, d, e, f }: DOMMatrix): Box {
  const [left, top] = [Math.floor(x * a + e) - 1, Math.floor(y * d + f) - 1];
  const [right, bottom] = [Math.ceil((x + width) * a + e) + 1, Math.ceil((y + height) * d + f) + 1];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Clears a part of the drawing and draws the keys that show there; `keys` go from far to near. */
export function paintPart(painter: KeyPainter, keys: readonly KeyShapes[], part: Box): void {
  const { context, toPixels } = painter;
  const { x, y, width, height } = pixelBox(part, toPixels);
  const { a, d, e, f } = toPixels;
  const cleared = { x: (x - e) / a, y: (y - f) / d, width: width / a, height: height / d };
  context.save();
  context.resetTransform();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.clearRect(x, y, width, height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.setTransform(toPixels);
  for (const key of keys) {
    if (!overlap(key.box, cleared)) continue;
    for (const shape of key.shapes) if (overlap(shape.box, cleared)) paintShape(painter, shape);
  }
  context.restore();
}
