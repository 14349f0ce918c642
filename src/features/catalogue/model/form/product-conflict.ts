/**
 * Invariant: what only one of them changed is kept as they made it; what both did is shown with both
 * values before it is written over.
 */
import { plainText, type DeskRow } from '#desk-kit/model/desk-row.ts';
import { productParts, type ProductForm, type ProductPart } from './product-form.ts';

export interface PartConflict {
  readonly part: ProductPart | 'product';
  readonly id: string;
  /** Null where they removed it. */
  readonly theirs: DeskRow | null;
}

export interface ValueClash {
  readonly part: ProductPart | 'product';
  readonly id: string;
  /** Null where one of both removed the whole part. */
  readonly column: string | null;
  readonly theirs: unknown;
  readonly mine: unknown;
}

const isSame = (one: unknown, other: unknown): boolean => plainText(one) === plainText(other);
const uninteresting: ReadonlySet<string> = new Set(['version', 'updated_at', 'created_at']);

export const rowIn = (
  form: ProductForm,
  part: ProductPart | 'product',
  id: string,
): DeskRow | null =>
  part === 'product' ? form.product : (form[part].find((row) => row.id === id) ?? null);

function changedColumns(before: DeskRow | null, after: DeskRow): readonly string[] {
  return Object.keys(after.values).filter(
    (column) => !uninteresting.has(column) && !isSame(after.values[column], before?.values[column]),
  );
}

/** What I changed or removed while they did, by what is stored now. */
export function conflictsOf(
  saved: ProductForm,
  form: ProductForm,
  now: ProductForm,
): readonly PartConflict[] {
  const parts = productParts.flatMap((part) =>
    saved[part].flatMap((before): PartConflict[] => {
      const mine = rowIn(form, part, before.id);
      const theirs = rowIn(now, part, before.id);
      const isMine = mine === null || changedColumns(before, mine).length > 0;
      // Both took it away: there is nothing to choose.
      const isTheirs = theirs === null ? mine !== null : theirs.version !== before.version;
      return isMine && isTheirs ? [{ part, id: before.id, theirs }] : [];
    }),
  );
  return [{ part: 'product', id: saved.product.id, theirs: now.product }, ...parts];
}

/** What both changed, each its own way; nothing where all of it goes together. */
export function clashesOf(
  saved: ProductForm,
  form: ProductForm,
  conflicts: readonly PartConflict[],
): readonly ValueClash[] {
  return conflicts.flatMap(({ part, id, theirs }): ValueClash[] => {
    const before = rowIn(saved, part, id);
    const mine = rowIn(form, part, id);
    const whole = { part, id, column: null };
    if (theirs === null) return [{ ...whole, theirs: null, mine: mine?.values }];
    if (mine === null) return [{ ...whole, theirs: theirs.values, mine: null }];
    return changedColumns(before, mine)
      .map((column) => ({ column, theirs: theirs.values[column], mine: mine.values[column] }))
      .filter((clash) => !isSame(clash.theirs, clash.mine))
      .filter((clash) => !isSame(clash.theirs, before?.values[clash.column]))
      .map((clash) => ({ part, id, ...clash }));
  });
}

/** Theirs with what I changed on it, so that saving again writes over that alone. */
export function overConflicts(
  saved: ProductForm,
  form: ProductForm,
  conflicts: readonly PartConflict[],
): ProductForm {
  return conflicts.reduce((rest, { part, id, theirs }) => {
    const before = rowIn(saved, part, id);
    if (part === 'product') return { ...rest, product: over(before, rest.product, theirs) };
    const rows = rest[part].map((row) => (row.id === id ? over(before, row, theirs) : row));
    return { ...rest, [part]: rows };
  }, form);
}

/** What was read, where a colleague has saved since: their rows instead of the older ones. */
export function readAnew(saved: ProductForm, conflicts: readonly PartConflict[]): ProductForm {
  return conflicts.reduce((rest, { part, id, theirs }) => {
    if (part === 'product') return theirs ? { ...rest, product: theirs } : rest;
    const rows = rest[part].flatMap((row) => (row.id === id ? (theirs ?? []) : row));
    return { ...rest, [part]: rows };
  }, saved);
}

/** What was typed while the form was being saved, over what was stored of it. */
export function typedSince(
  sent: ProductForm,
  typed: ProductForm,
  stored: ProductForm,
): ProductForm {
  const parts = productParts.flatMap((part) =>
    stored[part].map((theirs): PartConflict => ({ part, id: theirs.id, theirs })),
  );
  const product: PartConflict = { part: 'product', id: stored.product.id, theirs: stored.product };
  const form = overConflicts(sent, typed, [product, ...parts]);
  const pools = form.pools.filter(({ id }) => rowIn(sent, 'pools', id) === null);
  const removed = form.removed.filter((id) => !sent.removed.includes(id));
  return { ...form, pools, removed };
}

function over(before: DeskRow | null, mine: DeskRow, theirs: DeskRow | null): DeskRow {
  if (theirs === null) return { ...mine, version: null };
  const own = changedColumns(before, mine).map((column) => [column, mine.values[column]] as const);
  return { ...theirs, values: { ...theirs.values, ...Object.fromEntries(own) } };
}
