/** Built-in layouts whose halves are turned, as KLE rows. */
import type { KleRow } from './rows.ts';

const outerKeys: readonly KleRow[] = [
  ['Esc', { x: 0.7 }, '~\n`', '!\n1', { x: 10.95 }, '+\n=', { w: 2 }, 'Bksp'],
  ['PgUp', { x: 0.55, w: 1.5 }, 'Tab', 'Q', { x: 10.35 }, '{\n[', '}\n]', { w: 1.5 }, '|\n\\'],
  ['PgDn', { x: 0.4, w: 1.75 }, 'Caps', 'A', { x: 10.65 }, '"\n\'', { w: 2.25 }, 'Enter'],
  [{ x: 1.25, w: 2.25 }, 'Shift', 'Z', { x: 10.85, w: 1.75 }, 'Shift', '↑'],
  [{ x: 1.25, w: 1.25 }, 'Ctrl', { x: 13.6 }, '←', '↓', '→'],
];

const leftHand: readonly KleRow[] = [
  [{ r: 10, rx: 4.6, ry: 4, x: -1.25, y: -4 }, '@\n2', '#\n3', '$\n4', '%\n5', '^\n6'],
  [{ x: -0.75 }, 'W', 'E', 'R', 'T'],
  [{ x: -0.5 }, 'S', 'D', 'F', 'G'],
  ['X', 'C', 'V', 'B'],
  [{ x: -0.1, w: 1.5 }, 'Alt', { w: 2 }, '', { w: 1.25 }, 'Fn'],
];

const rightHand: readonly KleRow[] = [
  [{ r: -10, rx: 15.25, ry: 4, x: -5.25, y: -4 }, '&\n7', '*\n8', '(\n9', ')\n0', '_\n-'],
  [{ x: -5.75 }, 'Y', 'U', 'I', 'O', 'P'],
  [{ x: -5.5 }, 'H', 'J', 'K', 'L', ':\n;'],
  [{ x: -6 }, 'B', 'N', 'M', '<\n,', '>\n.', '?\n/'],
  [{ x: -6, w: 2.75 }, '', { w: 1.5 }, 'Alt'],
];

export const alice: readonly KleRow[] = [...outerKeys, ...leftHand, ...rightHand];
