/**
 * How far apart two colours look: CIEDE2000 over CIELAB (D65). It is symmetric, 0 for equal colours,
 * and what the shop shows as ΔE. `private.ciede2000` computes the same in the database.
 */
import { srgbToLinear, type Rgb } from '#drawing/colour.ts';

/** Below this nobody sees two colours side by side. */
export const hardToTell = 2.3;

/** CIELAB under D65. */
export type Lab = { readonly l: number; readonly a: number; readonly b: number };

export function rgbToLab(rgb: Rgb): Lab {
  const r = srgbToLinear(rgb.r);
  const g = srgbToLinear(rgb.g);
  const b = srgbToLinear(rgb.b);
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4123907993 * r + 0.3575843394 * g + 0.1804807884 * b) / 0.9504559271);
  const y = f(0.2126390059 * r + 0.7151686788 * g + 0.0721923154 * b);
  const z = f((0.0193308187 * r + 0.1191947798 * g + 0.9505321522 * b) / 1.0890577508);
  return { l: 116 * y - 16, a: 500 * (x - y), b: 200 * (y - z) };
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function hueOf(a: number, b: number): number {
  if (a === 0 && b === 0) return 0;
  const hue = (Math.atan2(b, a) * 180) / Math.PI;
  return hue < 0 ? hue + 360 : hue;
}

const SEVENTH_OF_25 = 25 ** 7;

function meanHue(h1: number, h2: number, grey: boolean): number {
  if (grey) return h1 + h2;
  if (Math.abs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}

function hueStep(h1: number, h2: number, grey: boolean): number {
  if (grey) return 0;
  const step = h2 - h1;
  return step > 180 ? step - 360 : step < -180 ? step + 360 : step;
}

function blueRotation(hue: number, chroma: number): number {
  const theta = 30 * Math.exp(-(((hue - 275) / 25) ** 2));
  const weight = 2 * Math.sqrt(chroma ** 7 / (chroma ** 7 + SEVENTH_OF_25));
  return -Math.sin(radians(2 * theta)) * weight;
}

/** Sharma, Wu and Dalal's statement of CIEDE2000 with unit weights. */
export function ciede2000(first: Lab, second: Lab): number {
  const meanC = (Math.hypot(first.a, first.b) + Math.hypot(second.a, second.b)) / 2;
  const g = 0.5 * (1 - Math.sqrt(meanC ** 7 / (meanC ** 7 + SEVENTH_OF_25)));
  const a1 = (1 + g) * first.a;
  const a2 = (1 + g) * second.a;
  const c1 = Math.hypot(a1, first.b);
  const c2 = Math.hypot(a2, second.b);
  const h1 = hueOf(a1, first.b);
  const h2 = hueOf(a2, second.b);
  const grey = c1 * c2 === 0;
  const deltaL = second.l - first.l;
  const deltaC = c2 - c1;
  const deltaH = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(hueStep(h1, h2, grey)) / 2);
  const lightness = ((first.l + second.l) / 2 - 50) ** 2;
  const chroma = (c1 + c2) / 2;
  const hue = meanHue(h1, h2, grey);
  const t =
    1 -
    0.17 * Math.cos(radians(hue - 30)) +
    0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) -
    0.2 * Math.cos(radians(4 * hue - 63));
  const l = deltaL / (1 + (0.015 * lightness) / Math.sqrt(20 + lightness));
  const c = deltaC / (1 + 0.045 * chroma);
  const h = deltaH / (1 + 0.015 * chroma * t);
  return Math.sqrt(l * l + c * c + h * h + blueRotation(hue, chroma) * c * h);
}
