/** What is in the boxes that this browser packs, by order: a reload amid one, or another page, loses nothing. */
import { fieldsOf } from '#shared/parsed-fields.ts';
import { readKept } from '#shared/set-aside.ts';
import type { Ticks } from '../model/packing-scan.ts';

const key = 'keywright:packing';
const mostKept = 50;
/** A box of another day was packed, or emptied, meanwhile. */
const keptMs = 12 * 60 * 60_000;

function readBoxes(): (readonly [number: string, box: Readonly<Record<string, unknown>>])[] {
  return Object.entries(fieldsOf(readKept(key)) ?? {}).flatMap(([number, kept]) => {
    const box = fieldsOf(kept);
    return box && Date.now() - Number(box['at']) < keptMs ? [[number, box] as const] : [];
  });
}

export function keptTicks(number: string): Ticks {
  const [, box] = readBoxes().find(([each]) => each === number) ?? [];
  const counts = Object.entries(fieldsOf(box?.['ticks']) ?? {});
  return Object.fromEntries(
    counts.flatMap(([line, count]) => (typeof count === 'number' ? [[line, count]] : [])),
  );
}

/** An empty box is none. */
export function keepTicks(number: string, ticks: Ticks): void {
  const others = readBoxes().filter(([each]) => each !== number);
  const box = { at: Date.now(), ticks };
  const boxes = Object.keys(ticks).length === 0 ? others : [...others, [number, box] as const];
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(boxes.slice(-mostKept))));
  } catch {
    // The page still has it.
  }
}
