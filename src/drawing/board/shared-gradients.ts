import type { CaseFinish } from './board-spec.ts';

type Stop = readonly [offset: number, shade: 'w' | 'k', opacity: number];

const stops = (list: readonly Stop[]): string =>
  list
    .map(
      ([offset, shade, opacity]) =>
        `<stop offset="${offset}" stop-color="${shade === 'w' ? '#fff' : '#000'}" stop-opacity="${opacity}"/>`,
    )
    .join('');

const linear = (id: string, vector: string, list: readonly Stop[]): string =>
  `<linearGradient id="${id}" ${vector}>${stops(list)}</linearGradient>`;

const radial = (id: string, circle: string, list: readonly Stop[]): string =>
  `<radialGradient id="${id}" ${circle}>${stops(list)}</radialGradient>`;

const DOWN = 'x1="0" y1="0" x2="0" y2="1"';

export function sharedGradients(prefix: string): string {
  return (
    linear(`${prefix}ao`, DOWN, [
      [0, 'k', 0],
      [0.4, 'k', 0.02],
      [1, 'k', 0.26],
    ]) +
    linear(`${prefix}edge`, 'x1="0" y1="0" x2=".8" y2="1"', [
      [0, 'w', 0.34],
      [0.45, 'w', 0.08],
      [1, 'k', 0.14],
    ]) +
    linear(`${prefix}cylinder`, 'x1="0" y1=".1" x2="1" y2=".3"', [
      [0, 'k', 0.13],
      [0.16, 'k', 0.07],
      [0.5, 'w', 0.02],
      [0.86, 'w', 0.15],
      [1, 'w', 0.2],
    ]) +
    radial(`${prefix}sphere`, 'cx=".6" cy=".66" r=".78"', [
      [0, 'w', 0.22],
      [0.4, 'w', 0.07],
      [0.75, 'k', 0.05],
      [1, 'k', 0.2],
    ]) +
    linear(`${prefix}even`, 'x1="0" y1="0" x2="1" y2="1"', [
      [0, 'w', 0.1],
      [0.5, 'w', 0.02],
      [1, 'k', 0.08],
    ]) +
    linear(`${prefix}bulge`, DOWN, [
      [0, 'w', 0.2],
      [0.3, 'w', 0.06],
      [1, 'k', 0.12],
    ]) +
    linear(`${prefix}metal`, 'x1="0" y1="0" x2="1" y2=".55"', [
      [0, 'w', 0.2],
      [0.3, 'w', 0.03],
      [0.55, 'w', 0.1],
      [1, 'k', 0.14],
    ])
  );
}

/** Brass, and the weight under any case. */
export const polish = (prefix: string): string =>
  linear(`${prefix}polish`, 'x1="0" y1="0" x2="1" y2=".3"', [
    [0, 'w', 0.32],
    [0.18, 'k', 0.1],
    [0.34, 'w', 0.24],
    [0.6, 'k', 0.16],
    [0.78, 'w', 0.2],
    [1, 'k', 0.22],
  ]);

/** What only some finishes need. */
export function finishGradients(prefix: string, finish: CaseFinish | undefined): string {
  const bevel = linear(`${prefix}bevel`, 'x1="0" y1="0" x2="1" y2=".7"', [
    [0, 'w', 0.75],
    [0.4, 'w', 0.3],
    [0.6, 'w', 0.55],
    [1, 'w', 0.2],
  ]);
  if (finish === 'anodised' || finish === 'brass') return bevel;
  if (finish === 'frosted')
    return radial(`${prefix}lantern`, 'cx=".5" cy=".5" r=".6"', [
      [0, 'w', 0.6],
      [0.7, 'w', 0.3],
      [1, 'w', 0],
    ]);
  return finish === 'wood' ? woodGrain(`${prefix}grain`) : '';
}

/** Long fibres that wander a little; the tile is wide so that it is not seen to repeat. */
function woodGrain(id: string): string {
  const fibres = Array.from({ length: 22 }, (_, n) => {
    const y = 2 + n * 5 + ((n * 37) % 7) * 0.5;
    const sway = 2 + ((n * 53) % 5);
    const dark = n % 3 === 0 ? 0.2 : 0.1;
    return `<path d="M0 ${y}C150 ${y + sway} 250 ${y - sway} 400 ${y}S650 ${y + sway} 800 ${y}" stroke-opacity="${dark}" stroke-width="${0.6 + (n % 4) * 0.5}"/>`;
  }).join('');
  return `<pattern id="${id}" width="800" height="114" patternUnits="userSpaceOnUse"><g fill="none" stroke="#2a1206">${fibres}</g></pattern>`;
}

export const shadowFilter = (id: string, blur: number): string =>
  `<filter id="${id}" x="-50%" y="-80%" width="200%" height="260%"><feGaussianBlur stdDeviation="${blur}"/></filter>`;
