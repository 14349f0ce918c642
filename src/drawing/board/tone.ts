/** Steps are kept in 64ths so that a board needs few distinct colours. */
import { oklabToRgb, parseColour, rgbToHex, rgbToOklab } from '../colour.ts';

export type Shades = (light: number) => string;

const GREY = { r: 0.5, g: 0.5, b: 0.5 };

/** `light` 0 is the colour itself, -1 deep shadow, 1 full light. */
export function shadesOf(colour: string): Shades {
  const lab = rgbToOklab(parseColour(colour) ?? GREY);
  const known = new Map<number, string>();
  return (light) => {
    const step = Math.round(light * 64);
    const found = known.get(step);
    if (found !== undefined) return found;
    const amount = step / 64;
    const l =
      amount < 0
        ? lab.l * (1 + 0.6 * amount) + 0.015 * amount
        : lab.l + (1 - lab.l) * 0.42 * amount + 0.05 * amount;
    // Plastic in shade looks more saturated than the same plastic mixed with black.
    const chroma = amount < 0 ? 1 - 0.1 * amount : 1 - 0.35 * amount;
    // Light thrown back by the caps around it warms what lies in shade.
    const warm = amount < 0 ? -0.016 * amount * lab.l : 0;
    const hex = rgbToHex(
      oklabToRgb({ l, a: lab.a * chroma + warm * 0.5, b: lab.b * chroma + warm }),
    );
    known.set(step, hex);
    return hex;
  };
}

/** One shader per colour for the length of one drawing. */
export function shadeBook(): (colour: string) => Shades {
  const book = new Map<string, Shades>();
  return (colour) => {
    const known = book.get(colour);
    if (known !== undefined) return known;
    const made = shadesOf(colour);
    book.set(colour, made);
    return made;
  };
}
