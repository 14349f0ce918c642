/** Colours are linear sRGB. */
import { parseColour, rgbToOklch, oklchToRgb, srgbToLinear, type Rgb } from '../colour.ts';
import { FILL_LIGHT, KEY_LIGHT, RIM_LIGHT } from './light.ts';
import { hash3, noise3 } from './noise.ts';
import type { Part, Surface } from './part.ts';

export type Ink = {
  readonly part: Part;
  readonly colour: Rgb;
  readonly second: Rgb;
  readonly fleck: Rgb;
  /** What light turns into that has gone through the material. */
  readonly inside: Rgb;
  readonly insideSecond: Rgb;
};

const GREY: Rgb = { r: 0.5, g: 0.5, b: 0.5 };

const linear = (rgb: Rgb): Rgb => ({
  r: srgbToLinear(rgb.r),
  g: srgbToLinear(rgb.g),
  b: srgbToLinear(rgb.b),
});

const read = (text: string): Rgb => parseColour(text) ?? GREY;

function glowing(rgb: Rgb): Rgb {
  const lch = rgbToOklch(rgb);
  return linear(oklchToRgb({ l: Math.min(lch.l + 0.1, 0.97), c: lch.c * 1.35, h: lch.h }));
}

export function inkOf(part: Part): Ink {
  const colour = read(part.colour);
  const second = part.second === undefined ? colour : read(part.second);
  return {
    part,
    colour: linear(colour),
    second: linear(second),
    fleck: linear(read(part.fleck ?? '#f6e7b0')),
    inside: glowing(colour),
    insideSecond: glowing(second),
  };
}

export type Hit = {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  open: number;
  seen: number;
};

const smooth = (low: number, high: number, v: number): number => {
  const t = Math.min(Math.max((v - low) / (high - low), 0), 1);
  return t * t * (3 - 2 * t);
};

const inWindow = (value: number, half: number, blur: number): number =>
  1 - smooth(half - blur, half + blur, Math.abs(value));

/** The room as a mirror would show it: a big window, a strip of light, a bright ceiling. */
function room(x: number, y: number, z: number, blur: number): number {
  const over = smooth(-0.35, 0.75, z) * 0.36 + 0.1 * smooth(0.1, 0.9, -y) * smooth(-0.1, 0.4, z);
  let light = over;
  const front = x * KEY_LIGHT[0] + y * KEY_LIGHT[1] + z * KEY_LIGHT[2];
  if (front > 0.05) {
    const u = (x * 0.5 - y * 0.87) / front;
    const v = (z - KEY_LIGHT[2] * front) / front;
    light += 2.1 * inWindow(u, 0.42, blur) * inWindow(v, 0.3, blur);
  }
  const side = x * FILL_LIGHT[0] + y * FILL_LIGHT[1] + z * FILL_LIGHT[2];
  if (side > 0.05) {
    const u = (x * 0.59 - y * 0.8) / side;
    light += 0.5 * inWindow(u, 0.12, blur) * smooth(0.2, 0.7, side);
  }
  return light;
}

/** Flecks lie in cells of space, so they stay where they are when the view turns. */
function fleckAt(hit: Hit, part: Part): number {
  const chance = part.speckle ?? 0;
  if (chance <= 0) return 0;
  const scale = 17;
  const [x, y, z] = [hit.x * scale, hit.y * scale, hit.z * scale];
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const roll = hash3(ix, iy, iz, 5);
  if (roll > chance * 0.5) return 0;
  const off = (n: number) => 0.3 + 0.4 * hash3(ix, iy, iz, n);
  const d = Math.hypot(x - ix - off(11), y - iy - off(12), z - iz - off(13));
  return 1 - smooth(0.12 + roll * 0.3, 0.24 + roll * 0.5, d);
}

type Light = { readonly diffuse: number; readonly through: number; readonly rim: number };

function lightOn(hit: Hit, surface: Surface): Light {
  const { nx, ny, nz } = hit;
  const wrap = 0.12 + surface.clear * 0.4;
  const face = nx * KEY_LIGHT[0] + ny * KEY_LIGHT[1] + nz * KEY_LIGHT[2];
  const key =
    (Math.max(0, face + wrap) / (1 + wrap)) * (hit.seen + (1 - hit.seen) * surface.clear * 0.35);
  const fill = Math.max(0, nx * FILL_LIGHT[0] + ny * FILL_LIGHT[1] + nz * FILL_LIGHT[2]);
  const sky = 0.27 + 0.2 * nz;
  const rim = Math.max(0, nx * RIM_LIGHT[0] + ny * RIM_LIGHT[1] + nz * RIM_LIGHT[2]);
  return {
    diffuse: key * 0.86 + (fill * 0.17 + sky) * (0.25 + 0.75 * hit.open),
    through: surface.clear * (0.3 * Math.max(0, 0.45 - face) + 0.16 + 0.25 * (1 - hit.open)),
    rim: rim * hit.open,
  };
}

export type Viewer = readonly [x: number, y: number, z: number];

/** Adds the colour of one hit to `out` (three linear numbers). */
export function shade(hit: Hit, ink: Ink, view: Viewer, out: Float64Array): void {
  const { surface, paint } = ink.part;
  const share = paint === undefined ? 0 : Math.min(Math.max(paint(hit.x, hit.y, hit.z), 0), 1);
  const fleck = fleckAt(hit, ink.part);
  const facing = Math.max(hit.nx * view[0] + hit.ny * view[1] + hit.nz * view[2], 0.001);
  const light = lightOn(hit, surface);
  const [rx, ry, rz] = [
    2 * facing * hit.nx - view[0],
    2 * facing * hit.ny - view[1],
    2 * facing * hit.nz - view[2],
  ];
  const edge = (1 - facing) ** 5;
  const shine = surface.gloss * (0.045 + 0.5 * edge) * (1 + fleck * 4);
  const mirror = room(rx, ry, rz, 0.42 - 0.36 * surface.gloss) * (0.3 + 0.7 * hit.open);
  const rim = light.rim * (1 - facing) ** 2.2 * (0.25 + 0.5 * surface.gloss);
  const dull = 1 - surface.metal * 0.72;
  const film = surface.pearl * (1 - facing);
  const swirl = surface.pearl * 0.12 * noise3(hit.x * 3, hit.y * 3, hit.z * 3, 3);
  for (let n = 0; n < 3; n += 1) {
    const pick = (rgb: Rgb) => (n === 0 ? rgb.r : n === 1 ? rgb.g : rgb.b);
    let c = pick(ink.colour) + (pick(ink.second) - pick(ink.colour)) * share;
    c += (pick(ink.fleck) - c) * fleck;
    const inside = pick(ink.inside) + (pick(ink.insideSecond) - pick(ink.inside)) * share;
    const warm = n === 0 ? 1.04 : n === 1 ? 1 : 0.95;
    const iris =
      surface.pearl * (0.06 + 0.2 * film) * (1 + Math.sin(facing * 9 + n * 2.1 + swirl * 20));
    const base = c * light.diffuse * dull * warm + inside * light.through + c * surface.glow * 1.1;
    const tint = surface.metal > 0 ? c * surface.metal * (1.25 + 0.5 * edge) : 0;
    out[n] = (out[n] ?? 0) + base + iris * 0.35 + mirror * (shine + tint) + rim * (0.35 + 0.65 * c);
  }
}

/** Film-like shoulder, so that lights stay coloured instead of clipping. */
export function develop(value: number): number {
  const v = value * 1.02;
  return v < 0.62 ? v : 0.62 + 0.38 * (1 - Math.exp(-(v - 0.62) / 0.38));
}
