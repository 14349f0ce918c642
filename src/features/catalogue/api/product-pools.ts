/** Of the stock pools of a shop, which may be very many, those of one product and those looked for. */
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { mostLookedFor } from '#desk-kit/model/suggestions.ts';
import { chunk } from '#desk-kit/model/table-bulk.ts';
import { containing } from '#desk-kit/model/table-keyset.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import { succeed, type Result } from '#shared/result.ts';

const columns = 'id,code,title,on_hand,allocated';
export type PoolRow = DeskRow<ValuesOf<'stock_pools', typeof columns>>;
type ReadPools = Promise<Result<readonly PoolRow[], BackendError>>;

/** So many ids fit into one address. */
const idsPerQuestion = 100;

export async function readPools(ids: readonly string[]): ReadPools {
  const wanted = [...new Set(ids)].filter((id) => id !== '');
  const read: PoolRow[] = [];
  for (const part of chunk(wanted, idsPerQuestion)) {
    const value = `(${part.join(',')})`;
    const conditions = [{ column: 'id', operator: 'in', value }];
    const some = await readDeskRows({ table: 'stock_pools', columns, conditions, order: 'code' });
    if (!some.ok) return some;
    read.push(...some.value);
  }
  return succeed(read);
}

/** Each word stands in their label or title. */
export function poolsLike(words: readonly string[], signal: AbortSignal): ReadPools {
  const conditions = words.map(containing).map((pattern) => ({
    either: `code.ilike.${pattern},title.ilike.${pattern}`,
  }));
  return readDeskRows(
    { table: 'stock_pools', columns, conditions, order: 'code', limit: mostLookedFor },
    signal,
  );
}
