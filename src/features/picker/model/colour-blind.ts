import { linearToSrgb, srgbToLinear, type Rgb } from '#drawing/colour.ts';

type Row = readonly [number, number, number];
type Matrix = readonly [Row, Row, Row];

export const sights = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
  grey: [
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
    [0.2126, 0.7152, 0.0722],
  ],
} as const satisfies Record<string, Matrix>;
export type Sight = keyof typeof sights;

export function seenAs(colour: Rgb, sight: Sight): Rgb {
  const [r, g, b] = [srgbToLinear(colour.r), srgbToLinear(colour.g), srgbToLinear(colour.b)];
  const at = (row: Row) => {
    const light = row[0] * r + row[1] * g + row[2] * b;
    return linearToSrgb(Math.min(Math.max(light, 0), 1));
  };
  const [red, green, blue] = sights[sight];
  return { r: at(red), g: at(green), b: at(blue) };
}
