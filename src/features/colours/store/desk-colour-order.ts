/**
 * Invariant: nothing is written while the order is another than the one that was read, unless whoever
 * orders has seen that one; and an order that was not saved is let go only by whoever made it.
 */
import { map } from 'nanostores';
import { readEveryRow, updateDeskRow } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { idsInOrder, misplaced, moveRow } from '#desk-kit/model/row-order.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';

interface OrderedGroup {
  /** `palette_id` or `product_id`. */
  readonly column: string;
  /** Whose. */
  readonly id: string;
}

export type OrderedRow = DeskRow<ValuesOf<'colorways', typeof source.columns>>;

export interface ColourOrder {
  readonly group: OrderedGroup | null;
  /** What was asked for while this order is not saved. */
  readonly wanted: OrderedGroup | null;
  readonly load: 'loading' | 'failed' | 'ready';
  /** As they were read. */
  readonly saved: readonly OrderedRow[];
  readonly rows: readonly OrderedRow[];
  /** The order that someone else made meanwhile. */
  readonly theirs: readonly OrderedRow[] | null;
  readonly isSaving: boolean;
  readonly message: string | null;
}

const nothing: ColourOrder = {
  group: null,
  wanted: null,
  load: 'loading',
  saved: [],
  rows: [],
  theirs: null,
  isSaving: false,
  message: null,
};
export const $colourOrder = map<ColourOrder>(nothing);

const most = 3000;
const source = {
  table: 'colorways',
  columns: 'id,name,code,colour,position,status,version',
} as const;

async function readGroup({ column, id }: OrderedGroup) {
  const read = await readEveryRow(
    { ...source, conditions: [{ column, operator: 'eq', value: id }] },
    most,
  );
  if (!read.ok) return read;
  const rows = read.value.toSorted(
    ({ values: a }, { values: b }) => a.position - b.position || a.code.localeCompare(b.code),
  );
  return { ok: true as const, value: rows };
}

export function isOrderChanged(): boolean {
  const { rows, saved } = $colourOrder.get();
  return idsInOrder(rows) !== idsInOrder(saved);
}

export async function chooseGroup(group: OrderedGroup): Promise<void> {
  if (isOrderChanged()) $colourOrder.setKey('wanted', group);
  else await readOrder(group);
}

export const stayWithOrder = () => $colourOrder.setKey('wanted', null);

export async function readOrder(group: OrderedGroup, message: string | null = null): Promise<void> {
  $colourOrder.set({ ...nothing, group });
  const read = await readGroup(group);
  if ($colourOrder.get().group !== group) return;
  if (!read.ok)
    $colourOrder.set({ ...nothing, group, load: 'failed', message: askedAgain(read.error) });
  else
    $colourOrder.set({
      ...nothing,
      group,
      load: 'ready',
      saved: read.value,
      rows: read.value,
      message,
    });
}

export function placeColour(id: string, index: number): void {
  const { rows } = $colourOrder.get();
  const moved = moveRow(rows, id, index);
  const at = moved.findIndex((row) => row.id === id);
  const name = moved[at]?.values.name ?? '';
  $colourOrder.setKey('rows', moved);
  $colourOrder.setKey('message', `${name} is number ${at + 1} of ${moved.length}. Not saved yet.`);
}

export function undoOrder(): void {
  const state = $colourOrder.get();
  $colourOrder.set({ ...state, rows: state.saved, wanted: null, theirs: null, message: null });
}

/** `isSeen`: the order that someone else made was looked at, and is to give way. */
export async function saveOrder(isSeen = false): Promise<void> {
  const { group, rows, saved, isSaving } = $colourOrder.get();
  if (!group || isSaving) return;
  $colourOrder.set({ ...$colourOrder.get(), isSaving: true, message: null });
  const now = await readGroup(group);
  if ($colourOrder.get().group !== group) return;
  const stop = (more: Partial<ColourOrder>) =>
    $colourOrder.set({ ...$colourOrder.get(), isSaving: false, ...more });
  if (!now.ok) return stop({ message: askedAgain(now.error) });
  if (!isSeen && idsInOrder(now.value) !== idsInOrder(saved)) return stop({ theirs: now.value });
  const current = new Map(now.value.map((row) => [row.id, row]));
  const known = new Set(rows.map(({ id }) => id));
  const ordered = [
    ...rows.flatMap(({ id }) => current.get(id) ?? []),
    // What came meanwhile stands behind all others.
    ...now.value.filter(({ id }) => !known.has(id)),
  ];
  let late = 0;
  for (const { row, position } of misplaced(ordered)) {
    const written = await updateDeskRow(source, row, { position });
    if (!written.ok) return stop({ message: askedAgain(written.error) });
    if (!written.value.changed) late += 1;
  }
  const words =
    late === 0
      ? 'The order is saved.'
      : `${late} were changed by someone else. This is the current sort order.`;
  await readOrder(group, words);
}
