/** The same pixels always give the same palette. */
import { oklabToRgb, rgbToHex, rgbToOklab, type Oklab } from '#drawing/colour.ts';

const axes = ['l', 'a', 'b'] as const;
const MOST_PIXELS = 20_000;

function pixelsOf(rgba: Uint8ClampedArray): Oklab[] {
  const count = rgba.length / 4;
  const step = Math.max(1, Math.floor(count / MOST_PIXELS));
  const pixels: Oklab[] = [];
  for (let at = 0; at < count; at += step) {
    const [r = 0, g = 0, b = 0, alpha = 0] = rgba.subarray(at * 4, at * 4 + 4);
    if (alpha > 127) pixels.push(rgbToOklab({ r: r / 255, g: g / 255, b: b / 255 }));
  }
  return pixels;
}

function widestAxis(box: readonly Oklab[]): { axis: (typeof axes)[number]; width: number } {
  let widest: { axis: (typeof axes)[number]; width: number } = { axis: 'l', width: -1 };
  for (const axis of axes) {
    let [low, high] = [Infinity, -Infinity];
    for (const pixel of box) {
      low = Math.min(low, pixel[axis]);
      high = Math.max(high, pixel[axis]);
    }
    // Hue tells colours apart more than light does, which shadows change.
    const width = (high - low) * (axis === 'l' ? 1 : 1.8);
    if (width > widest.width) widest = { axis, width };
  }
  return widest;
}

function meanOf(box: readonly Oklab[]): string {
  const sum = { l: 0, a: 0, b: 0 };
  for (const pixel of box) for (const axis of axes) sum[axis] += pixel[axis];
  const n = box.length;
  return rgbToHex(oklabToRgb({ l: sum.l / n, a: sum.a / n, b: sum.b / n }));
}

/** At most `count` colours, the commonest first. */
export function imagePalette(rgba: Uint8ClampedArray, count: number): readonly string[] {
  const pixels = pixelsOf(rgba);
  let boxes: Oklab[][] = pixels.length === 0 ? [] : [pixels];
  while (boxes.length > 0 && boxes.length < count) {
    const ranked = boxes.map((box) => ({ box, ...widestAxis(box) }));
    const next = ranked
      .filter(({ box, width }) => box.length > 1 && width > 0.02)
      .toSorted((a, b) => b.width * Math.sqrt(b.box.length) - a.width * Math.sqrt(a.box.length))[0];
    if (next === undefined) break;
    const sorted = next.box.toSorted((a, b) => a[next.axis] - b[next.axis]);
    const middle = sorted.length >> 1;
    boxes = boxes.filter((box) => box !== next.box);
    boxes.push(sorted.slice(0, middle), sorted.slice(middle));
  }
  const named = boxes.toSorted((a, b) => b.length - a.length).map(meanOf);
  return [...new Set(named)];
}
