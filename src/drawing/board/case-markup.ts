import type { CaseStyle } from './board-spec.ts';
import { pairText, type Camera, type Point } from './camera.ts';
import { caseRings } from './case-rings.ts';
import {
  evenInsets,
  footprint,
  insetUpright,
  isPlain,
  ring,
  turn,
  type Outline,
} from './outline.ts';
import { keyBounds, type LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import type { Shades } from './tone.ts';

export type CaseLook = {
  readonly style: CaseStyle;
  readonly hull: Outline;
  readonly case: Shades;
  /** The case's own colour, but for a lit one, whose sides are warmer than its top. */
  readonly side: Shades;
  readonly accent: Shades;
  readonly plate: Shades;
  /** What shines through the case, where something does. */
  readonly glow: Shades | null;
  /** How much of its light the shell lets through. */
  readonly passing: number;
  readonly isWeighted: boolean;
  readonly hasThumbScrew: boolean;
  readonly idPrefix: string;
  /** Height of the foot at the near edge, and how much lower it is per key unit further off. */
  readonly footNear: number;
  readonly slope: number;
  readonly nearY: number;
};

export const pathOf = (points: readonly Point[]): string =>
  points.length === 0 ? '' : `M${points.map(pairText).join('L')}Z`;

/** Points to a rounded corner; a wide one needs more to look round. */
export const STEPS = 7;
const stepsFor = (style: CaseStyle): number => (style.cornerRadius > 0.5 ? 14 : STEPS);
const LIGHT = { x: -0.44, y: -0.5, z: 0.75 };

export const footHeight = (look: CaseLook, y: number): number =>
  look.footNear - look.slope * (look.nearY - y);

type Level = { readonly plan: Outline; readonly z: readonly number[] };

function levels(
  look: CaseLook,
): readonly (Level & { readonly seam: boolean; readonly share: number })[] {
  const { style } = look;
  return caseRings(style.sideProfile).map(({ inset, share, drop, seam }) => {
    const plan = ring(
      look.hull,
      -inset,
      Math.max(style.cornerRadius - inset, 0.02),
      stepsFor(style),
    );
    const z = plan.map(([, y]) => style.wall + (footHeight(look, y) - style.wall) * share - drop);
    return { plan, z, seam: seam === true, share };
  });
}

/** Metal is brighter where its side turns to the light and to the window behind it. */
function sideLight(nx: number, ny: number, nz: number): number {
  const light = nx * LIGHT.x + ny * LIGHT.y + nz * LIGHT.z;
  const glint = Math.max(0, ny * 0.5 + nz * 0.86) ** 8 * 0.22;
  return (light - LIGHT.z) * 0.46 + glint + 0.06;
}

const facing = (a: Point, b: Point, c: Point): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;

export type Band = {
  readonly upper: Level;
  readonly lower: Level;
  readonly tone: Shades;
  /** How much more light it catches than a plain side. */
  readonly glint?: number;
  /** The gradient or pattern that is laid over it. */
  readonly over?: string;
};

export function band({ upper, lower, tone, glint = 0, over }: Band, camera: Camera): string {
  const count = upper.plan.length;
  const at = (level: Level, i: number): Point => {
    const [x, y] = level.plan[i % count] ?? [0, 0];
    return camera.project(x, y, level.z[i % count] ?? 0);
  };
  let [markup, covered] = ['', ''];
  for (let i = 0; i < count; i += 1) {
    const [t0, t1, b0, b1] = [at(upper, i), at(upper, i + 1), at(lower, i), at(lower, i + 1)];
    if (!facing(b0, b1, t1) && !facing(b0, t1, t0)) continue;
    const [x0, y0] = lower.plan[i] ?? [0, 0];
    const [x1, y1] = lower.plan[(i + 1) % count] ?? [0, 0];
    const [u0, v0] = upper.plan[i] ?? [0, 0];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [nx, ny] = [(y1 - y0) / length, -(x1 - x0) / length];
    const fall = Math.max((upper.z[i] ?? 0) - (lower.z[i] ?? 0), 1e-3);
    const out = (x0 - u0) * nx + (y0 - v0) * ny;
    const size = Math.hypot(fall, out);
    const fill = tone(glint + sideLight((nx * fall) / size, (ny * fall) / size, out / size));
    const side = pathOf([t0, t1, b1, b0]);
    covered += side;
    markup += `<path fill="${fill}" stroke="${fill}" d="${side}"/>`;
  }
  return over === undefined ? markup : `${markup}<path fill="url(#${over})" d="${covered}"/>`;
}

export const isMetal = ({ finish }: CaseStyle): boolean =>
  finish === 'anodised' || finish === 'brass';
/** The chamfer of a milled edge is cut last and shines. */
const EDGE_GLINT = 0.5;

/** A lit shell is thickest where it turns down, and darker there than its own light round it. */
const dim = ({ glow }: CaseLook, share: number): number =>
  glow === null ? 0 : -0.36 * Math.min(share / 0.5, 1);

/** Grain on wood; the light of the room along metal, where its sides are seen. */
function sideFinish({ style, idPrefix }: CaseLook, isFlat: boolean): { over?: string } {
  if (style.finish === 'wood') return { over: `${idPrefix}grain` };
  return isMetal(style) && !isFlat ? { over: `${idPrefix}metal` } : {};
}

export function caseSides(look: CaseLook, camera: Camera): string {
  const all = levels(look);
  let markup = '';
  for (let i = all.length - 2; i >= 0; i -= 1) {
    const [upper, lower] = [all[i], all[i + 1]];
    if (upper === undefined || lower === undefined) continue;
    const glint = i === 0 && isMetal(look.style) ? EDGE_GLINT : dim(look, lower.share);
    const tone = upper.seam ? look.accent : look.side;
    markup += band({ upper, lower, tone, glint, ...sideFinish(look, camera.flat) }, camera);
  }
  return `<g stroke-width=".5" stroke-linejoin="round">${markup}</g>`;
}

/** A box with round corners, as it lies in the picture; an ISO enter's own outline. */
function softBox(key: LayoutKey, camera: Camera, out: number, z: number): string {
  if (!isPlain(key))
    return pathOf(
      insetUpright(footprint(key), evenInsets(-out)).map((corner): Point => {
        const [x, y] = turn(corner, key.rotation, key.rotationX, key.rotationY);
        return camera.project(x, y, z);
      }),
    );
  const bounds = keyBounds(key);
  const [x0, y0, x1, y1] = [bounds.x0 - out, bounds.y0 - out, bounds.x1 + out, bounds.y1 + out];
  const r = Math.max(0.07 + out, 0.03);
  const at = (x: number, y: number): string => {
    if (key.rotation === 0) return pairText(camera.project(x, y, z));
    const [tx, ty] = turn([x, y], key.rotation, key.rotationX, key.rotationY);
    return pairText(camera.project(tx, ty, z));
  };
  return (
    `M${at(x0, y0 + r)}Q${at(x0, y0)} ${at(x0 + r, y0)}L${at(x1 - r, y0)}Q${at(x1, y0)} ${at(x1, y0 + r)}` +
    `L${at(x1, y1 - r)}Q${at(x1, y1)} ${at(x1 - r, y1)}L${at(x0 + r, y1)}Q${at(x0, y1)} ${at(x0, y1 - r)}Z`
  );
}

/** The keys' footprints, let out a little, in one path: overlaps fill as one opening. */
export function wellPath(
  keys: readonly LayoutKey[],
  camera: Camera,
  out: number,
  z: number,
): string {
  let path = '';
  for (const key of keys) if (!key.decal) path += softBox(key, camera, out, z);
  return path;
}

/** What the finish adds to the bare top: a sheen, grain, or light in frosted plastic. */
function finishMarkup(look: CaseLook, top: string): string {
  const id = look.idPrefix;
  const sheen = (kind: string, opacity = 1) =>
    `<path fill="url(#${id}${kind})" fill-opacity="${opacity}" d="${top}"/>`;
  switch (look.style.finish) {
    case 'anodised':
      return sheen('metal');
    case 'painted':
      return sheen('metal', 0.55);
    case 'brass':
      return sheen('metal') + sheen('polish');
    case 'frosted':
      if (look.glow !== null) return sheen('lantern', look.passing);
      return `<path fill="#fff" fill-opacity=".12" d="${top}"/>${sheen('metal', 0.7)}`;
    case 'wood':
      return `<path fill="url(#${id}grain)" d="${top}"/>${sheen('metal', 0.5)}`;
  }
}

const WELL = 0.075;

/** The top as it is before anything is cut into it. */
export function caseFace(look: CaseLook, camera: Camera): string {
  const { style, idPrefix: id } = look;
  const inset = caseRings(style.sideProfile)[0]?.inset ?? 0;
  const edge = ring(look.hull, -inset, Math.max(style.cornerRadius - inset, 0.02), stepsFor(style));
  const top = pathOf(edge.map(([x, y]) => camera.project(x, y, style.wall)));
  const bevel = isMetal(style)
    ? `<path fill="none" stroke="url(#${id}bevel)" stroke-width="1.5" d="${top}"/>`
    : '';
  return `<path fill="${look.case(0.04)}" d="${top}"/>${finishMarkup(look, top)}${bevel}`;
}

/** A dark shell shows its light round the keys alone, where it is thin. */
const innerLight = ({ glow, passing, idPrefix }: CaseLook, rim: string): string =>
  glow === null || passing === 1
    ? ''
    : `<path filter="url(#${idPrefix}soft)" fill="none" stroke="${glow(0)}" stroke-width="9" stroke-opacity=".45" d="${rim}"/>`;

export function caseTop(look: CaseLook, keys: readonly LayoutKey[], camera: Camera): string {
  const { style, idPrefix: id } = look;
  const face = caseFace(look, camera);
  const floor = Math.min(style.wall - 0.1, -0.16);
  if (style.wall < 0) return face + plateSlab(look, keys, camera);
  const rim = wellPath(keys, camera, WELL + 0.03, style.wall);
  const well = wellPath(keys, camera, WELL, style.wall);
  // Seen from straight above, the bottom of the well covers the same place as its opening.
  const plate = camera.flat ? well : wellPath(keys, camera, WELL, floor);
  return (
    `${face}${innerLight(look, rim)}<path fill="${look.case(0.34)}" d="${rim}"/>` +
    `<clipPath id="${id}well"><path d="${well}"/></clipPath>` +
    `<path fill="${look.case(-0.8)}" d="${well}"/>` +
    `<g clip-path="url(#${id}well)"><path fill="${look.glow === null ? look.plate(-0.86) : look.glow(0.45)}" d="${plate}"/></g>`
  );
}

/** Without walls the plate lies open on the case and the caps float over it. */
function plateSlab(look: CaseLook, keys: readonly LayoutKey[], camera: Camera): string {
  const { style } = look;
  const inner = ring(look.hull, -0.09, Math.max(style.cornerRadius - 0.09, 0.02), stepsFor(style));
  const at = (z: number) => pathOf(inner.map(([x, y]) => camera.project(x, y, z)));
  const stems = wellPath(keys, camera, -0.14, style.wall + 0.06);
  return (
    `<path fill="${look.plate(-0.5)}" d="${at(style.wall)}"/>` +
    `<path fill="${look.plate(-0.05)}" d="${at(style.wall + 0.05)}"/>` +
    `<path fill="#000" fill-opacity=".5" d="${wellPath(keys, camera, -0.02, style.wall + 0.05)}"/>` +
    `<path fill="#15161a" d="${stems}"/>`
  );
}
