/** The box round a path of the renderer's own markup: absolute commands, numbers apart by blanks. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Span = { low: number; high: number };

const reach = (span: Span, value: number): void => {
  span.low = Math.min(span.low, value);
  span.high = Math.max(span.high, value);
};

/** How far a quadratic curve bulges between its ends: less far than its corner lies. */
function bulge(span: Span, from: number, corner: number, to: number): void {
  const bend = from - 2 * corner + to;
  const at = bend === 0 ? 0 : (from - corner) / bend;
  if (at > 0 && at < 1) reach(span, from + 2 * (corner - from) * at + bend * at * at);
}

const command = /([A-Z])([^A-Z]*)/g;
const number = /-?(?:\d+\.?\d*|\.\d+)/g;

/** Exact for straight lines and quadratic curves; arcs and cubic curves may lie well within it. */
export function pathBounds(path: string): Box {
  const [across, down]: [Span, Span] = [
    { low: Infinity, high: -Infinity },
    { low: Infinity, high: -Infinity },
  ];
  let [x, y] = [0, 0];
  const moveTo = (toX: number, toY: number) => {
    [x, y] = [toX, toY];
    reach(across, x);
    reach(down, y);
  };
  for (const [, name = '', text = ''] of path.matchAll(command)) {
    const all = (text.match(number) ?? []).map(Number);
    const step = name === 'A' ? 7 : name === 'Q' ? 4 : name === 'H' || name === 'V' ? 1 : 2;
    for (let n = 0; n + step <= all.length; n += step) {
      const [a = 0, b = 0, c = 0, d = 0] = all.slice(n, n + 4);
      if (name === 'Q') {
        bulge(across, x, a, c);
        bulge(down, y, b, d);
        moveTo(c, d);
      } else if (name === 'A') {
        const [toX = 0, toY = 0] = all.slice(n + 5);
        moveTo(x - 2 * a, y - 2 * b);
        moveTo(x + 4 * a, y + 4 * b);
        moveTo(toX, toY);
      } else if (name === 'H') moveTo(a, y);
      else if (name === 'V') moveTo(x, a);
      else moveTo(a, b);
    }
  }
  return {
    x: across.low,
    y: down.low,
    width: across.high - across.low,
    height: down.high - down.low,
  };
}

export function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const holds = ({ x, y, width, height }: Box, atX: number, atY: number): boolean =>
  atX >= x && atY >= y && atX <= x + width && atY <= y + height;
