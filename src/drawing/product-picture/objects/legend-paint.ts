/** Letters as paint on the caps of models. */
import { glyphOf } from '../../board/glyphs.ts';
import { rod } from '../../solid/field.ts';
import { step } from '../../artisan/sculpt.ts';

type Stroke = readonly [x0: number, y0: number, x1: number, y1: number];

/** The strokes of a letter that has straight ones alone, about its middle, 1 high. */
export function strokesOf(letter: string): Stroke[] {
  const [width, path] = glyphOf(letter) ?? [0, ''];
  const strokes: Stroke[] = [];
  let [x, y] = [0, 0];
  for (const [, kind = '', text = ''] of path.matchAll(/([MLHV])([^MLHV]*)/g)) {
    const [a = 0, b = 0] = text.trim().split(/\s+/).map(Number);
    const [nextX, nextY] = [kind === 'V' ? x : a, kind === 'H' ? y : kind === 'V' ? a : b];
    const at = (px: number, py: number) => [(px - width / 2) / 10, (py - 5) / 10] as const;
    if (kind !== 'M') strokes.push([...at(x, y), ...at(nextX, nextY)]);
    [x, y] = [nextX, nextY];
  }
  return strokes;
}

/** 1 on the letter, 0 beside it. */
export function inkOf(strokes: readonly Stroke[], x: number, y: number): number {
  let nearest = Infinity;
  for (const [x0, y0, x1, y1] of strokes)
    nearest = Math.min(nearest, rod([x0, y0, 0], [x1, y1, 0], 0)(x, y, 0));
  return step(0.095, 0.065, nearest);
}
