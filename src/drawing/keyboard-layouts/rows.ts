/**
 * The rows that built-in layouts share, as KLE data. A row is never changed after it is made: a
 * layout is a list of such rows.
 */
type KleItem = string | { readonly [key: string]: number | boolean | string };
export type KleRow = readonly KleItem[];

const letters = (text: string): KleItem[] => [...text];

export const numberRow: KleRow = [
  '~\n`',
  '!\n1',
  '@\n2',
  '#\n3',
  '$\n4',
  '%\n5',
  '^\n6',
  '&\n7',
  '*\n8',
  '(\n9',
  ')\n0',
  '_\n-',
  '+\n=',
  { w: 2 },
  'Backspace',
];
export const numberRowWithEsc: KleRow = ['Esc', ...numberRow.slice(1)];
export const tabRow: KleRow = [
  { w: 1.5 },
  'Tab',
  ...letters('QWERTYUIOP'),
  '{\n[',
  '}\n]',
  { w: 1.5 },
  '|\n\\',
];
export const homeRow: KleRow = [
  { w: 1.75 },
  'Caps',
  ...letters('ASDFGHJKL'),
  ':\n;',
  '"\n\'',
  { w: 2.25 },
  'Enter',
];
const lowerLetters: KleRow = [...letters('ZXCVBNM'), '<\n,', '>\n.', '?\n/'];
export const shiftRow: KleRow = [{ w: 2.25 }, 'Shift', ...lowerLetters, { w: 2.75 }, 'Shift'];
/** Leaves room for an arrow key on its right. */
export const shortShiftRow: KleRow = [{ w: 2.25 }, 'Shift', ...lowerLetters, { w: 1.75 }, 'Shift'];
export const bottomRow: KleRow = [
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
  { w: 1.25 },
  'Menu',
  { w: 1.25 },
  'Ctrl',
];

export const isoTabRow: KleRow = [
  { w: 1.5 },
  'Tab',
  ...letters('QWERTYUIOP'),
  '{\n[',
  '}\n]',
  { x: 0.25, w: 1.25, h: 2, w2: 1.5, h2: 1, x2: -0.25 },
  'Enter',
];
export const isoHomeRow: KleRow = [
  { w: 1.75 },
  'Caps',
  ...letters('ASDFGHJKL'),
  ':\n;',
  '"\n\'',
  '~\n#',
];
export const isoShiftRow: KleRow = [
  { w: 1.25 },
  'Shift',
  '|\n\\',
  ...lowerLetters,
  { w: 2.75 },
  'Shift',
];
export const isoShortShiftRow: KleRow = [
  { w: 1.25 },
  'Shift',
  '|\n\\',
  ...lowerLetters,
  { w: 1.75 },
  'Shift',
];

export const functionRow: KleRow = [
  'Esc',
  { x: 1 },
  'F1',
  'F2',
  'F3',
  'F4',
  { x: 0.5 },
  'F5',
  'F6',
  'F7',
  'F8',
  { x: 0.5 },
  'F9',
  'F10',
  'F11',
  'F12',
];
export const printCluster: KleRow = [{ x: 0.25 }, 'PrtSc', 'ScrLk', 'Pause'];
export const insertCluster: KleRow = [{ x: 0.25 }, 'Ins', 'Home', 'PgUp'];
export const deleteCluster: KleRow = [{ x: 0.25 }, 'Del', 'End', 'PgDn'];
export const upArrow: KleRow = [{ x: 1.25 }, '↑'];
export const arrows: KleRow = [{ x: 0.25 }, '←', '↓', '→'];

/** The rows of a number pad, top to bottom, each led by its gap. */
export const padRows = (gap: number): readonly KleRow[] => [
  [{ x: gap }, 'Num', '/', '*', '-'],
  [{ x: gap }, '7', '8', '9', { h: 2 }, '+'],
  [{ x: gap }, '4', '5', '6'],
  [{ x: gap }, '1', '2', '3', { h: 2 }, 'Enter'],
  [{ x: gap, w: 2 }, '0', '.'],
];

/** Pushes the first key of a row down; the rows after it follow. */
export const lowered = (row: KleRow, y: number): KleRow => {
  const [first, ...rest] = row;
  return typeof first === 'object' ? [{ ...first, y }, ...rest] : [{ y }, ...row];
};
