import type { LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import { partNames } from '../part-names.ts';
import type { Camera, Point } from './camera.ts';
import {
  band,
  caseFace,
  caseSides,
  footHeight,
  pathOf,
  STEPS,
  wellPath,
  type CaseLook,
} from './case-markup.ts';
import { rectangle, ring, type Outline } from './outline.ts';
import type { Shades } from './tone.ts';

/** How far each layer is lifted over the case, or lies under it. */
const [WEIGHT_DROP, CIRCUIT_LIFT, PLATE_LIFT] = [-3.2, 2.3, 4.5];
export const CAP_LIFT = 7.2;

type Slab = {
  readonly outline: Outline;
  readonly z: number;
  readonly thick: number;
  readonly tone: Shades;
};

function slab({ outline, z, thick, tone }: Slab, camera: Camera): string {
  const level = (height: number) => ({ plan: outline, z: outline.map(() => height) });
  const sides = band({ upper: level(z + thick), lower: level(z), tone }, camera);
  const top = pathOf(outline.map(([x, y]) => camera.project(x, y, z + thick)));
  return `<g stroke-width=".4">${sides}</g><path fill="${tone(0.02)}" d="${top}"/>`;
}

function switches(keys: readonly LayoutKey[], camera: Camera, z: number): string {
  const at = (out: number, dz: number) =>
    wellPath(
      keys.filter((key) => key.width < 2.75),
      camera,
      out,
      z + dz,
    );
  return `<path fill="#16171b" d="${at(-0.14, 0.02)}"/><path fill="#2b2d33" d="${at(-0.17, 0.2)}"/><path fill="#e9e4da" d="${at(-0.36, 0.3)}"/>`;
}

/** Empty: a rim round the wall, and the floor that the other layers lie on. */
function openCase(look: CaseLook, camera: Camera): string {
  const { style, idPrefix: id } = look;
  const at = (out: number, z: (y: number) => number) =>
    pathOf(
      ring(
        look.hull,
        out - style.bezel,
        Math.max(style.cornerRadius - style.bezel, 0.12),
        STEPS,
      ).map(([x, y]) => camera.project(x, y, z(y))),
    );
  const top = Math.max(style.wall, 0.06);
  const opening = at(0, () => top);
  return (
    caseFace({ ...look, style: { ...style, wall: top } }, camera) +
    `<path fill="${look.case(0.34)}" d="${at(0.03, () => top)}"/>` +
    `<clipPath id="${id}open"><path d="${opening}"/></clipPath>` +
    `<path fill="${look.case(-0.62)}" d="${opening}"/>` +
    `<g clip-path="url(#${id}open)"><path fill="${look.case(-0.3)}" d="${at(-0.02, (y) => footHeight(look, y) + 0.12)}"/></g>`
  );
}

/** The lowest point of all, for the frame and the shadow. */
export const lowestLayer = (look: CaseLook): number =>
  look.isWeighted ? WEIGHT_DROP : Math.min(...look.hull.map(([, y]) => footHeight(look, y)));

export function explodedMarkup(
  look: CaseLook,
  keys: readonly LayoutKey[],
  camera: Camera,
  board: Shades,
): string {
  const id = look.idPrefix;
  const inner = ring(look.hull, -look.style.bezel + 0.02, 0.12, STEPS);
  const weight = slab(
    { outline: weightOutline(look), z: WEIGHT_DROP, thick: 0.22, tone: look.accent },
    camera,
  );
  const circuit = slab({ outline: inner, z: CIRCUIT_LIFT, thick: 0.07, tone: board }, camera);
  const plate = slab({ outline: inner, z: PLATE_LIFT, thick: 0.07, tone: look.plate }, camera);
  const shine = pathOf(inner.map(([x, y]) => camera.project(x, y, PLATE_LIFT + 0.07)));
  return (
    (look.isWeighted ? weight : '') +
    caseSides(look, camera) +
    openCase(look, camera) +
    circuit +
    `<path fill="${board(0.3)}" d="${wellPath(keys, camera, -0.42, CIRCUIT_LIFT + 0.08)}"/>` +
    plate +
    `<path fill="url(#${id}metal)" d="${shine}"/>` +
    switches(keys, camera, PLATE_LIFT + 0.07)
  );
}

/** Where the weight lies under the case. */
function weightOutline(look: CaseLook): Outline {
  const xs = look.hull.map(([x]) => x);
  const ys = look.hull.map(([, y]) => y);
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - x0, Math.max(...ys) - y0];
  return ring(rectangle(x0 + w * 0.22, y0 + h * 0.3, w * 0.56, h * 0.4), 0, 0.3, STEPS);
}

type Layer = { readonly name: string; readonly z: number; readonly outline: Outline };

function layersOf(look: CaseLook): Layer[] {
  const inner = ring(look.hull, -look.style.bezel, 0.1, 1);
  return [
    { name: 'Keycaps', z: CAP_LIFT + 0.2, outline: inner },
    { name: 'Switches', z: PLATE_LIFT + 0.24, outline: ring(look.hull, -0.4, 0.1, 1) },
    { name: 'Plate', z: PLATE_LIFT, outline: inner },
    { name: 'PCB', z: CIRCUIT_LIFT, outline: inner },
    { name: 'Case', z: look.style.wall - 0.2, outline: look.hull },
    ...(look.isWeighted
      ? [{ name: 'Weight', z: WEIGHT_DROP + 0.1, outline: weightOutline(look) }]
      : []),
  ];
}

/** Where the line from a layer begins: its corner on the right. */
const rightmost = (camera: Camera, { outline, z }: Layer): Point =>
  outline
    .map(([x, y]) => camera.project(x, y, z))
    .reduce((right, point) => (point[0] > right[0] ? point : right));

/** The names' column: from the right end of the widest layer to the edge of the picture. */
export function namesColumn(look: CaseLook, camera: Camera): { from: number; to: number } {
  const whole = { name: '', z: CAP_LIFT, outline: look.hull };
  const [from] = rightmost(camera, whole);
  return { from, to: from + Math.max(from * 0.34, 130) };
}

/** The name of each layer beside it, with a thin line to its edge. */
export function layerNames(look: CaseLook, camera: Camera, ink: string): string {
  const { from, to } = namesColumn(look, camera);
  const size = (to - from) * 0.125;
  const names = layersOf(look).map((layer) => ({
    name: layer.name,
    at: rightmost(camera, layer),
  }));
  return partNames(names, { column: from + size * 1.4, size, ink });
}
