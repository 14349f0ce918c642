/** Names beside a thing taken apart, each with a thin line to its part. */
import { round2, type Point } from './board/camera.ts';
import { glyphOf } from './board/glyphs.ts';
import { parseColour } from './colour.ts';

export type PartName = { readonly name: string; readonly at: Point };

export type NamesStyle = {
  /** Where the names begin. */
  readonly column: number;
  readonly size: number;
  readonly ink: string;
};

function nameMarkup(name: string, [x, y]: Point, size: number): string {
  let at = 0;
  let glyphs = '';
  for (const letter of name) {
    const glyph = glyphOf(letter);
    if (glyph === undefined) continue;
    glyphs += `<path transform="translate(${round2(at)})" d="${glyph[1]}"/>`;
    at += glyph[0] + 2.6;
  }
  const scale = round2(size / 10);
  return `<g transform="translate(${round2(x)} ${round2(y - size / 2)}) scale(${scale})" stroke-width="1.15">${glyphs}</g>`;
}

/** What is read on a background. */
export const inkOn = (background: string): string =>
  (parseColour(background)?.g ?? 1) > 0.45 ? '#33343a' : '#f1eff4';

/** The parts from the topmost down. */
export function partNames(parts: readonly PartName[], { column, size, ink }: NamesStyle): string {
  let last = -Infinity;
  const names = parts.map(({ name, at: [x, level] }) => {
    // Names never touch, even where two parts do.
    const y = Math.max(level, last + size * 1.9);
    last = y;
    const line = `M${round2(x)} ${round2(level)}L${round2(column - size * 1.6)} ${round2(y)}H${round2(column - size * 0.5)}`;
    return (
      `<circle cx="${round2(x)}" cy="${round2(level)}" r="${round2(size * 0.18)}" fill="${ink}" stroke="none"/>` +
      `<path stroke-width="${round2(size * 0.08)}" d="${line}"/>${nameMarkup(name, [column, y], size)}`
    );
  });
  return `<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${names.join('')}</g>`;
}
