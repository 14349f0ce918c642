/**
 * Colours enter and leave as text (`#rrggbb` or `oklch(L C H)`); every function is pure and always
 * returns a displayable sRGB.
 */

/** Gamma-encoded sRGB, each channel 0 to 1. */
export type Rgb = { readonly r: number; readonly g: number; readonly b: number };
export type Oklab = { readonly l: number; readonly a: number; readonly b: number };
/** Hue in degrees, 0 to 360. */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number };

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const OKLCH = /^oklch\(\s*([\d.]+)(%?)\s*[\s,]\s*([\d.]+)(%?)\s*[\s,]\s*(-?[\d.]+)(?:deg)?\s*\)$/i;

const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);

/** @example parseColour('#f80') // { r: 1, g: 0.533…, b: 0 } ; parseColour('red') // null */
export function parseColour(text: string): Rgb | null {
  const trimmed = text.trim();
  const hex = HEX.exec(trimmed)?.[1];
  if (hex !== undefined) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const value = Number.parseInt(full, 16);
    return { r: (value >> 16) / 255, g: ((value >> 8) & 255) / 255, b: (value & 255) / 255 };
  }
  const [, l, lightPercent, c, chromaPercent, h] = OKLCH.exec(trimmed) ?? [];
  if (l === undefined || c === undefined || h === undefined) return null;
  const lightness = Number(l) / (lightPercent === '%' ? 100 : 1);
  const chroma = chromaPercent === '%' ? (Number(c) / 100) * 0.4 : Number(c);
  if (![lightness, chroma, Number(h)].every(Number.isFinite)) return null;
  return oklchToRgb({ l: clamp01(lightness), c: chroma, h: Number(h) });
}

export function rgbToHex(rgb: Rgb): string {
  const byte = (channel: number) => Math.round(clamp01(channel) * 255);
  return `#${((byte(rgb.r) << 16) | (byte(rgb.g) << 8) | byte(rgb.b)).toString(16).padStart(6, '0')}`;
}

export const srgbToLinear = (v: number): number =>
  v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
export const linearToSrgb = (v: number): number =>
  v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;

export function rgbToOklab(rgb: Rgb): Oklab {
  const r = srgbToLinear(rgb.r);
  const g = srgbToLinear(rgb.g);
  const b = srgbToLinear(rgb.b);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function oklabToLinear(lab: Oklab): Rgb {
  const l = (lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b) ** 3;
  const m = (lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b) ** 3;
  const s = (lab.l - 0.0894841775 * lab.a - 1.291485548 * lab.b) ** 3;
  return {
    r: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    g: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    b: -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  };
}

const SLACK = 1e-5;
const inGamut = (c: Rgb): boolean =>
  Math.min(c.r, c.g, c.b) >= -SLACK && Math.max(c.r, c.g, c.b) <= 1 + SLACK;

/** Colours outside sRGB keep lightness and hue and lose chroma until they fit. */
export function oklabToRgb(lab: Oklab): Rgb {
  const l = clamp01(lab.l);
  let linear = oklabToLinear({ ...lab, l });
  if (!inGamut(linear)) {
    let low = 0;
    let high = 1;
    for (let step = 0; step < 14; step += 1) {
      const scale = (low + high) / 2;
      linear = oklabToLinear({ l, a: lab.a * scale, b: lab.b * scale });
      if (inGamut(linear)) low = scale;
      else high = scale;
    }
    linear = oklabToLinear({ l, a: lab.a * low, b: lab.b * low });
  }
  return {
    r: clamp01(linearToSrgb(clamp01(linear.r))),
    g: clamp01(linearToSrgb(clamp01(linear.g))),
    b: clamp01(linearToSrgb(clamp01(linear.b))),
  };
}

function oklabToOklch(lab: Oklab): Oklch {
  const hue = (Math.atan2(lab.b, lab.a) * 180) / Math.PI;
  return { l: lab.l, c: Math.hypot(lab.a, lab.b), h: hue < 0 ? hue + 360 : hue };
}

function oklchToOklab(lch: Oklch): Oklab {
  const angle = (lch.h * Math.PI) / 180;
  return { l: lch.l, a: lch.c * Math.cos(angle), b: lch.c * Math.sin(angle) };
}

export const rgbToOklch = (rgb: Rgb): Oklch => oklabToOklch(rgbToOklab(rgb));
export const oklchToRgb = (lch: Oklch): Rgb => oklabToRgb(oklchToOklab(lch));

/** Blends in OKLab; `share` 0 gives the first colour, 1 the second. */
export function mixRgb(first: Rgb, second: Rgb, share: number): Rgb {
  const a = rgbToOklab(first);
  const b = rgbToOklab(second);
  const at = (from: number, to: number) => from + (to - from) * share;
  return oklabToRgb({ l: at(a.l, b.l), a: at(a.a, b.a), b: at(a.b, b.b) });
}

function relativeLuminance(rgb: Rgb): number {
  return 0.2126 * srgbToLinear(rgb.r) + 0.7152 * srgbToLinear(rgb.g) + 0.0722 * srgbToLinear(rgb.b);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrastRatio(first: Rgb, second: Rgb): number {
  const a = relativeLuminance(first);
  const b = relativeLuminance(second);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
