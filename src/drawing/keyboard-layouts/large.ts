/** Built-in layouts from TKL up, as KLE rows. */
import {
  arrows,
  bottomRow,
  deleteCluster,
  functionRow,
  homeRow,
  insertCluster,
  isoHomeRow,
  isoShiftRow,
  isoTabRow,
  lowered,
  numberRow,
  padRows,
  printCluster,
  shiftRow,
  tabRow,
  upArrow,
  type KleRow,
} from './rows.ts';

const [padTop = [], padSeven = [], padFour = [], padOne = [], padZero = []] = padRows(0.25);
const [, , padFourWide = []] = padRows(3.5);

export const tkl: readonly KleRow[] = [
  [...functionRow, ...printCluster],
  lowered([...numberRow, ...insertCluster], 0.5),
  [...tabRow, ...deleteCluster],
  homeRow,
  [...shiftRow, ...upArrow],
  [...bottomRow, ...arrows],
];
export const tklIso: readonly KleRow[] = [
  [...functionRow, ...printCluster],
  lowered([...numberRow, ...insertCluster], 0.5),
  [...isoTabRow, ...deleteCluster],
  isoHomeRow,
  [...isoShiftRow, ...upArrow],
  [...bottomRow, ...arrows],
];

export const fullSize: readonly KleRow[] = [
  [...functionRow, ...printCluster],
  lowered([...numberRow, ...insertCluster, ...padTop], 0.5),
  [...tabRow, ...deleteCluster, ...padSeven],
  [...homeRow, ...padFourWide],
  [...shiftRow, ...upArrow, { x: 1.25 }, ...padOne.slice(1)],
  [...bottomRow, ...arrows, ...padZero],
];
export const fullSizeIso: readonly KleRow[] = [
  [...functionRow, ...printCluster],
  lowered([...numberRow, ...insertCluster, ...padTop], 0.5),
  [...isoTabRow, ...deleteCluster, ...padSeven],
  [...isoHomeRow, { x: 4.75 }, ...padFourWide.slice(1)],
  [...isoShiftRow, ...upArrow, { x: 1.25 }, ...padOne.slice(1)],
  [...bottomRow, ...arrows, ...padZero],
];

/** The number pad stands against the letters and the arrows sit between them. */
export const eighteenHundred: readonly KleRow[] = [
  [
    ...functionRow.slice(0, 1),
    { x: 0.5 },
    ...functionRow.slice(2, 6),
    { x: 0.25 },
    ...functionRow.slice(7, 11),
    { x: 0.25 },
    ...functionRow.slice(12),
    { x: 1.25 },
    'Home',
    'End',
    'PgUp',
    'PgDn',
  ],
  lowered([...numberRow, { x: 0.25 }, 'Num', '/', '*', '-'], 0.25),
  [...tabRow, ...padSeven],
  [...homeRow, { x: 0.25 }, ...padFour.slice(1)],
  [...shiftRow.slice(0, -2), { w: 1.75 }, 'Shift', { x: 1.25 }, ...padOne.slice(1)],
  [{ y: -0.75, x: 14.25 }, '↑'],
  lowered(
    [
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
      'Ctrl',
      { x: 3.75 },
      '0',
      '.',
    ],
    -0.25,
  ),
  [{ y: -0.75, x: 13.25 }, '←', '↓', '→'],
];
