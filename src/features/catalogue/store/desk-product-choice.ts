/**
 * Invariant: what was found or shown once is known by its title, however many products there are.
 */
import { map } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { mostLookedFor } from '#desk-kit/model/suggestions.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { containing } from '#desk-kit/model/table-keyset.ts';

export interface FoundProduct {
  readonly id: string;
  readonly title: string;
  readonly note: string;
}

/** By their ids. */
export const $productTitles = map<Readonly<Record<string, string>>>({});

/** Whatever its status: what is prepared for a product comes before it is shown. */
export async function findProducts(
  text: string,
  signal: AbortSignal,
): Promise<Result<readonly FoundProduct[], string>> {
  const read = await readDeskRows(
    {
      table: 'products',
      columns: 'id,title,kind,status',
      conditions: [{ column: 'title', operator: 'ilike', value: containing(text) }],
      order: 'title',
      limit: mostLookedFor,
    },
    signal,
  );
  if (!read.ok) return fail(read.error.message);
  for (const { id, values } of read.value) $productTitles.setKey(id, values.title);
  return succeed(
    read.value.map(({ id, values: { title, kind, status } }) => ({
      id,
      title,
      note: `${kind}, ${status}`,
    })),
  );
}

/** Reads the title of a product that a form shows, unless it is known. */
export async function nameProduct(id: string): Promise<void> {
  if (id === '' || $productTitles.get()[id] !== undefined) return;
  const conditions = [{ column: 'id', operator: 'eq', value: id }];
  const read = await readDeskRows({ table: 'products', columns: 'id,title', conditions });
  const [row] = read.ok ? read.value : [];
  if (row) $productTitles.setKey(id, row.values.title);
}
