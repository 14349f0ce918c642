/** A whole keyboard, small enough to lie on or in something else. */
import { box, type Field } from '../../solid/field.ts';
import { within, type Part } from '../../solid/part.ts';
import { capField } from '../../artisan/cap-base.ts';
import { solid } from '../object-model.ts';

/** 100 mm are a unit and a bit: a key is this wide. */
const KEY = 0.159;

type CapPlace = { readonly x: number; readonly y: number; readonly half: number };

/** The places of one row's caps from `x0` on, each as wide as it says; negative is a gap. */
function capPlaces(x0: number, y: number, widths: readonly number[]): CapPlace[] {
  let x = x0;
  return widths.flatMap((width) => {
    const half = (Math.abs(width) * KEY) / 2;
    x += 2 * half;
    return width < 0 ? [] : [{ x: x - half, y, half }];
  });
}

/** The nearest cap alone is asked for its shape: there are many, and they do not touch. */
function capsAt(places: readonly CapPlace[]): Field {
  const size = KEY / 2 - 0.002;
  return (px, py, pz) => {
    let nearest = Infinity;
    let [out, off] = [0, 0];
    for (const { x, y, half } of places) {
      const [dx, dy] = [Math.abs(px - x) - half, Math.abs(py - y) - KEY / 2];
      const gap = dx > dy ? dx : dy;
      if (gap >= nearest) continue;
      nearest = gap;
      out = dx + KEY / 2;
      off = py - y;
    }
    return capField(Math.max(out, 0) / size, off / size, (pz - 0.15) / 0.14) * size;
  };
}

const ones = (count: number): number[] => Array.from({ length: count }, () => 1);
/** A 60% board from the spacebar up, and what a wider one has beside each row. */
const ROWS: readonly (readonly [keys: readonly number[], beside: readonly number[]])[] = [
  [[1.25, 1.25, 1.25, 6.25, 1.25, 1.25, 1.25, 1.25], ones(3)],
  [
    [2.25, ...ones(10), 2.75],
    [-1, 1],
  ],
  [[1.75, ...ones(11), 2.25], []],
  [[1.5, ...ones(12), 1.5], ones(3)],
  [[...ones(13), 2], ones(3)],
];

/** A board without a right hand's digits, its front edge at y 0; `scale` is what a unit of it measures. */
export function boardParts(
  { half, isWide }: { half: number; isWide: boolean },
  scale: number,
): Part[] {
  const left = -half + 0.06;
  const caps = capsAt(
    ROWS.flatMap(([keys, beside], row) =>
      capPlaces(left, -0.18 - row * KEY, isWide ? [...keys, -0.25, ...beside] : keys),
    ),
  );
  return [
    solid(
      box([0, -0.5, 0.09], [half, 0.46, 0.09], 0.05),
      within(-1.56, -1, -0.01, 1.56, -0.02, 0.2),
      '#4a4d52',
      { cell: 0.0155 * scale },
    ),
    solid(caps, within(-1.5, -0.92, 0.13, 1.5, -0.08, 0.26), '#ece5d6', { cell: 0.0125 * scale }),
  ];
}
