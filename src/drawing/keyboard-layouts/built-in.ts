/**
 * Each is KLE data and goes through the same reader as an imported one; a fault in them is a fault in
 * this source.
 */
import { parseKle, type KeyboardLayout } from './keyboard-layout.ts';
import { alice } from './angled.ts';
import {
  hhkb,
  macropad,
  numpad,
  ortho,
  seventyFive,
  sixty,
  sixtyFive,
  sixtyFiveIso,
  sixtyIso,
} from './compact.ts';
import { eighteenHundred, fullSize, fullSizeIso, tkl, tklIso } from './large.ts';
import type { KleRow } from './rows.ts';

function layout(name: string, rows: readonly KleRow[]): KeyboardLayout {
  const read = parseKle([{ name }, ...rows]);
  if (!read.ok) throw new Error(`Built-in layout ${name}: ${read.error.message}`);
  return read.value;
}

export const builtInLayouts = {
  '60': layout('60%', sixty),
  '60-iso': layout('60% ISO', sixtyIso),
  '65': layout('65%', sixtyFive),
  '65-iso': layout('65% ISO', sixtyFiveIso),
  '75': layout('75%', seventyFive),
  tkl: layout('TKL', tkl),
  'tkl-iso': layout('TKL ISO', tklIso),
  '1800': layout('1800', eighteenHundred),
  full: layout('Full size', fullSize),
  'full-iso': layout('Full size ISO', fullSizeIso),
  alice: layout('Alice', alice),
  hhkb: layout('HHKB', hhkb),
  'ortho-40': layout('Ortho 40%', ortho),
  numpad: layout('Numpad', numpad),
  macropad: layout('Macropad 3 × 3', macropad),
} as const satisfies Record<string, KeyboardLayout>;

export type LayoutName = keyof typeof builtInLayouts;

export const layoutNames: readonly LayoutName[] = [
  '60',
  '60-iso',
  '65',
  '65-iso',
  '75',
  'tkl',
  'tkl-iso',
  '1800',
  'full',
  'full-iso',
  'alice',
  'hhkb',
  'ortho-40',
  'numpad',
  'macropad',
];

export const isLayoutName = (name: string): name is LayoutName =>
  Object.hasOwn(builtInLayouts, name);
