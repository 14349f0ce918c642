/**
 * Reads the renderer's markup of one key into shapes for a canvas. Forms are read once for a path:
 * a colour changes often, the form of a cap never.
 */
import { around, pathBounds, type Box } from './path-bounds.ts';
import { attribute, tag } from '#features/designs/ui/svg-nodes.ts';

interface Form {
  readonly path: Path2D;
  readonly box: Box;
  /** The same path in the square from 0 to 1, where shared gradients are at home. */
  readonly inSquare: () => Path2D;
}

export interface Shape {
  readonly form: Form;
  readonly box: Box;
  /** A colour, or the id of a gradient. */
  readonly fill: string | null;
  readonly gradient: string | null;
  readonly stroke: {
    readonly colour: string;
    readonly width: number;
    readonly alpha: number;
  } | null;
  readonly matrix: DOMMatrix | null;
}

export interface KeyShapes {
  readonly shapes: readonly Shape[];
  /** Round all that is drawn, legends included. */
  readonly box: Box;
  /** Round the cap's faces; of a printed sign, which has none, the same. */
  readonly cap: Box;
}

const forms = new Map<string, Form>();
/** Some boards of paths; beyond it the oldest forms were of boards that are gone. */
const KNOWN_FORMS = 20_000;

function formOf(d: string): Form {
  const known = forms.get(d);
  if (known !== undefined) return known;
  const path = new Path2D(d);
  const box = pathBounds(d);
  let square: Path2D | null = null;
  const inSquare = () => {
    if (square !== null) return square;
    square = new Path2D();
    const [across, down] = [1 / box.width, 1 / box.height];
    square.addPath(path, new DOMMatrix([across, 0, 0, down, -box.x * across, -box.y * down]));
    return square;
  };
  const form = { path, box, inSquare };
  if (forms.size > KNOWN_FORMS) forms.clear();
  forms.set(d, form);
  return form;
}

function moved(box: Box, matrix: DOMMatrix | null, grow: number): Box {
  if (matrix === null) return box;
  const corners = [0, 1, 2, 3].map((corner) => {
    const { x, y } = matrix.transformPoint({
      x: corner % 2 === 0 ? box.x - grow : box.x + box.width + grow,
      y: corner < 2 ? box.y - grow : box.y + box.height + grow,
    });
    return { x, y, width: 0, height: 0 };
  });
  return around(corners);
}

type Attributes = Readonly<Record<string, string>>;

function shapeOf(read: Attributes): Shape {
  const form = formOf(read['d'] ?? '');
  const fill = read['fill'] ?? '#000';
  const numbers = /^matrix\((.+)\)$/
    .exec(read['transform'] ?? '')?.[1]
    ?.split(' ')
    .map(Number);
  const matrix = numbers === undefined ? null : new DOMMatrix(numbers);
  const width = Number(read['stroke-width'] ?? 1);
  return {
    form,
    box: moved(form.box, matrix, width),
    fill: fill === 'none' || fill.startsWith('url(') ? null : fill,
    gradient: /^url\(#(.+)\)$/.exec(fill)?.[1] ?? null,
    stroke:
      read['stroke'] === undefined
        ? null
        : { colour: read['stroke'], width, alpha: Number(read['stroke-opacity'] ?? 1) },
    matrix,
  };
}

export function keyShapes(markup: string): KeyShapes | null {
  const open: Attributes[] = [{}];
  const shapes: Shape[] = [];
  for (const [, closing, name, attributes = '', empty] of markup.matchAll(tag)) {
    if (closing === '/') {
      open.pop();
      continue;
    }
    const read: Record<string, string> = { ...open.at(-1) };
    for (const [, key = '', value = ''] of attributes.matchAll(attribute)) read[key] = value;
    if (name === 'path') shapes.push(shapeOf(read));
    if (empty !== '/') open.push(read);
  }
  if (shapes.length === 0) return null;
  const box = around(shapes.map((shape) => shape.box));
  const faces = shapes.filter(({ fill }) => fill !== null);
  return { shapes, box, cap: faces.length === 0 ? box : around(faces.map((face) => face.box)) };
}
