/** Built-in layouts up to 75%, as KLE rows. */
import {
  bottomRow,
  homeRow,
  isoHomeRow,
  isoShiftRow,
  isoShortShiftRow,
  isoTabRow,
  lowered,
  numberRow,
  numberRowWithEsc,
  shiftRow,
  shortShiftRow,
  tabRow,
  type KleRow,
} from './rows.ts';

export const sixty: readonly KleRow[] = [numberRowWithEsc, tabRow, homeRow, shiftRow, bottomRow];
export const sixtyIso: readonly KleRow[] = [
  numberRowWithEsc,
  isoTabRow,
  isoHomeRow,
  isoShiftRow,
  bottomRow,
];

const arrowBottom: KleRow = [
  { w: 1.25 },
  'Ctrl',
  { w: 1.25 },
  'Win',
  { w: 1.25 },
  'Alt',
  { w: 6.25 },
  '',
  'Alt',
  'Fn',
  'Ctrl',
  '←',
  '↓',
  '→',
];
const gappedArrowBottom: KleRow = [
  { w: 1.25 },
  'Ctrl',
  { w: 1.25 },
  'Win',
  { w: 1.25 },
  'Alt',
  { w: 6.25 },
  '',
  { w: 1.25 },
  'Alt',
  { w: 1.25 },
  'Fn',
  { x: 0.5 },
  '←',
  '↓',
  '→',
];

export const sixtyFive: readonly KleRow[] = [
  [...numberRowWithEsc, 'Del'],
  [...tabRow, 'Home'],
  [...homeRow, 'PgUp'],
  [...shortShiftRow, '↑', 'PgDn'],
  gappedArrowBottom,
];
export const sixtyFiveIso: readonly KleRow[] = [
  [...numberRowWithEsc, 'Del'],
  [...isoTabRow, 'Home'],
  [...isoHomeRow, { x: 1.25 }, 'PgUp'],
  [...isoShortShiftRow, '↑', 'PgDn'],
  gappedArrowBottom,
];

export const seventyFive: readonly KleRow[] = [
  [
    'Esc',
    { x: 0.25 },
    'F1',
    'F2',
    'F3',
    'F4',
    { x: 0.25 },
    'F5',
    'F6',
    'F7',
    'F8',
    { x: 0.25 },
    'F9',
    'F10',
    'F11',
    'F12',
    { x: 0.25 },
    'Del',
  ],
  lowered([...numberRow, 'Home'], 0.25),
  [...tabRow, 'PgUp'],
  [...homeRow, 'PgDn'],
  [...shortShiftRow, '↑', 'End'],
  arrowBottom,
];

export const hhkb: readonly KleRow[] = [
  [...numberRowWithEsc.slice(0, 13), '|\n\\', '~\n`'],
  [...tabRow.slice(0, -2), { w: 1.5 }, 'Del'],
  [{ w: 1.75 }, 'Ctrl', ...homeRow.slice(2)],
  [...shortShiftRow, 'Fn'],
  [{ x: 1.5 }, 'Alt', { w: 1.5 }, 'Win', { w: 7 }, '', { w: 1.5 }, 'Win', 'Alt'],
];

export const ortho: readonly KleRow[] = [
  ['Esc', ...'QWERTYUIOP', 'Bksp'],
  ['Tab', ...'ASDFGHJKL', ':\n;', '"\n\''],
  ['Shift', ...'ZXCVBNM', '<\n,', '>\n.', '?\n/', 'Enter'],
  ['Fn', 'Ctrl', 'Alt', 'Win', 'Lower', { w: 2 }, '', 'Raise', '←', '↓', '↑', '→'],
];

export const numpad: readonly KleRow[] = [
  ['Esc', 'Tab', 'Bksp', 'Fn'],
  ['Num', '/', '*', '-'],
  ['7', '8', '9', { h: 2 }, '+'],
  ['4', '5', '6'],
  ['1', '2', '3', { h: 2 }, 'Enter'],
  [{ w: 2 }, '0', '.'],
];

export const macropad: readonly KleRow[] = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
];
