import type { BoardSpec, KeyZone } from '../board/board-spec.ts';
import { parseKle, type KeyboardLayout } from '../keyboard-layouts/keyboard-layout.ts';
import { builtInLayouts } from '../keyboard-layouts/built-in.ts';
import { tkl } from '../keyboard-layouts/large.ts';
import { lowered, type KleRow } from '../keyboard-layouts/rows.ts';
import type { KitSheetSpec } from './product-picture-spec.ts';

const ZONES: readonly KeyZone[] = ['accents', 'alphas', 'modifiers'];

const KITS: Record<Exclude<KitSheetSpec['kit'], 'numpad'>, readonly KleRow[]> = {
  // A TKL, and below it what ISO and smaller boards have beside.
  base: [
    ...tkl,
    lowered(
      [
        '~\n#',
        '|\n\\',
        { w: 1.25 },
        'Shift',
        { w: 1.75 },
        'Shift',
        'Fn',
        'Ctrl',
        'Alt',
        { w: 1.5 },
        'Ctrl',
        { w: 1.5 },
        'Alt',
        { x: 0.25, w: 1.25, h: 2, w2: 1.5, h2: 1, x2: -0.25 },
        'Enter',
      ],
      0.5,
    ),
    ['"\n2', '£\n3', "@\n'", 'Home', 'End', 'PgUp', 'PgDn', 'Del'],
  ],
  novelties: [
    ['★', '☾', '☀', '♥', '⚓', '⚡', '♪', '≈', '⛰', '☁'],
    [
      { y: 0.25, w: 1.25 },
      '☾',
      { w: 1.5 },
      '≈',
      { w: 1.75 },
      '⛰',
      { x: 0.25, w: 2.25 },
      '★',
      { w: 2.75 },
      '⚓',
    ],
  ],
  spacebars: [
    [{ w: 6.25 }, '', { x: 0.25, w: 3 }, ''],
    [{ y: 0.25, w: 7 }, '', { x: 0.25, w: 2.25 }, ''],
    [{ y: 0.25, w: 6 }, '', { x: 0.25, w: 2 }, '', { x: 0.25 }, ''],
  ],
  forties: [
    ['Esc', 'Tab', 'Shift', 'Ctrl', 'Alt', 'Fn', { x: 0.25, w: 1.5 }, 'Enter', { w: 1.25 }, 'Tab'],
    [
      { y: 0.25, w: 1.75 },
      'Shift',
      { w: 1.75 },
      'Enter',
      { w: 2 },
      '',
      { w: 2.25 },
      '',
      { w: 1 },
      'Raise',
    ],
    [{ y: 0.25, w: 1.25 }, 'Lower', { w: 1.25 }, 'Raise', { w: 2.75 }, '', { w: 3 }, ''],
  ],
  iso: [
    [
      '~\n#',
      '|\n\\',
      { w: 1.25 },
      'Shift',
      { x: 0.25, w: 1.25, h: 2, w2: 1.5, h2: 1, x2: -0.25 },
      'Enter',
    ],
    ['"\n2', '£\n3', "@\n'"],
  ],
  alphas: [
    [...'QWERTYUIOP'],
    [{ x: 0.25 }, ...'ASDFGHJKL', ':\n;'],
    [{ x: 0.75 }, ...'ZXCVBNM', '<\n,', '>\n.'],
  ],
  accents: [
    ['Esc', { x: 0.25, w: 2.25 }, 'Enter', { x: 0.25, w: 2 }, 'Bksp'],
    [{ y: 0.25, w: 6.25 }, ''],
    [{ y: 0.25 }, '←', '↑', '↓', '→', { x: 0.25 }, 'Fn', 'Del'],
  ],
};

function kitLayout(kit: KitSheetSpec['kit']): KeyboardLayout {
  if (kit === 'numpad') return builtInLayouts.numpad;
  const read = parseKle(KITS[kit]);
  if (!read.ok) throw new Error(`Kit ${kit}: ${read.error.message}`);
  return read.value;
}

/** Pictures have no zone of their own, so a sheet of them shows all three colours in turn. */
const NOVELTY_ZONES: { readonly [index: number]: KeyZone } = Object.fromEntries(
  Array.from({ length: 15 }, (_, index) => [index, ZONES[index % 3] ?? 'alphas']),
);

export function kitSheetBoard(spec: KitSheetSpec): BoardSpec & { readonly layout: KeyboardLayout } {
  const keyZones =
    spec.kit === 'novelties' ? { ...NOVELTY_ZONES, ...spec.keyZones } : spec.keyZones;
  return {
    ...spec,
    ...(keyZones === undefined ? {} : { keyZones }),
    layout: kitLayout(spec.kit),
    caseStyle: 'none',
    view: 'top',
  };
}
