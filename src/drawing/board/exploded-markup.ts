import type { LayoutKey } from '../keyboard-layouts/keyboard-layout.ts';
import type { Camera } from './camera.ts';
import { band, caseSides, caseTop, pathOf, STEPS, wellPath, type CaseLook } from './case-markup.ts';
import { rectangle, ring, type Outline } from './outline.ts';
import type { Shades } from './tone.ts';

/** How far the caps are lifted over the case. */
export const CAP_LIFT = 3.5;

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

export function explodedMarkup(
  look: CaseLook,
  keys: readonly LayoutKey[],
  camera: Camera,
  board: Shades,
): string {
  const id = look.idPrefix;
  const inner = ring(look.hull, -look.style.bezel + 0.02, 0.12, STEPS);
  const xs = inner.map(([x]) => x);
  const ys = inner.map(([, y]) => y);
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - x0, Math.max(...ys) - y0];
  const block = ring(rectangle(x0 + w * 0.22, y0 + h * 0.3, w * 0.56, h * 0.4), 0, 0.3, STEPS);
  const plate = slab({ outline: inner, z: 2.15, thick: 0.07, tone: look.plate }, camera);
  const circuit = slab({ outline: inner, z: 1.1, thick: 0.07, tone: board }, camera);
  const shine = pathOf(inner.map(([x, y]) => camera.project(x, y, 2.22)));
  return (
    slab({ outline: block, z: -2.3, thick: 0.22, tone: look.accent }, camera) +
    caseSides(look, camera) +
    caseTop({ ...look, plate: look.case }, keys, camera) +
    circuit +
    `<path fill="${board(0.3)}" d="${wellPath(keys, camera, -0.42, 1.18)}"/>` +
    plate +
    `<path fill="url(#${id}metal)" d="${shine}"/>` +
    switches(keys, camera, 2.22)
  );
}
