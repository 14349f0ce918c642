/**
 * Invariant: visibility is asked as the caller, under row level security, for the row as it is now.
 */
import type { Sql, TransactionSql } from 'postgres';
import { assumeCaller } from '../callers.ts';
import type { Caller, LocalContext } from '../context.ts';
import { columnDefinitions } from './bindings.ts';
import { conditionSql, type Condition } from './filters.ts';
import { quoteName, sqlNameOf, type Relation } from './relations.ts';
import { inTransaction } from './transaction.ts';

/** For each list of conditions, the positions of the records that meet all of them. */
export async function passingRows(
  context: LocalContext,
  relation: Relation,
  records: readonly string[],
  filters: readonly (readonly Condition[])[],
): Promise<readonly ReadonlySet<number>[]> {
  if (records.length === 0 || filters.length === 0) return filters.map(() => new Set());
  try {
    return await evaluate(context.sql, relation, records, filters);
  } catch (error) {
    // One filter that can't be evaluated must not silence the others.
    const [only] = filters;
    if (filters.length > 1 || only === undefined) {
      const apart = filters.map((one) => passingRows(context, relation, records, [one]));
      return (await Promise.all(apart)).flat();
    }
    if (!isVerdict(error)) throw error;
    context.log(`realtime filter on ${sqlNameOf(relation)} failed: ${String(error)}`);
    return [new Set()];
  }
}

async function evaluate(
  sql: Sql,
  relation: Relation,
  records: readonly string[],
  filters: readonly (readonly Condition[])[],
): Promise<readonly ReadonlySet<number>[]> {
  const parameters: (string | readonly string[])[] = [`[${records.join(',')}]`];
  const expressions = filters.map((conditions) => {
    const all = conditions.map((one) => conditionSql(one, relation, parameters)).join(' and ');
    return `coalesce(${all}, false)::int`;
  });
  const check = async (transaction: TransactionSql) => {
    await transaction`set local statement_timeout = '2s'`;
    return transaction.unsafe<{ position: number; passes: string }[]>(
      `select n::int as position, array_to_string(array[${expressions.join(', ')}], '') as passes
       from jsonb_array_elements($1::text::jsonb) with ordinality as e(v, n)
       cross join lateral jsonb_to_record(e.v) as r(${columnDefinitions(relation, filters.flat())})`,
      parameters as string[],
    );
  };
  const rows = await inTransaction(sql, check, 'read only');
  return filters.map(
    (_, filter) =>
      new Set(rows.filter(({ passes }) => passes[filter] === '1').map((row) => row.position - 1)),
  );
}

/** The positions of the records that the caller may select at this moment. */
export async function visibleRows(
  context: LocalContext,
  caller: Caller,
  relation: Relation,
  records: readonly string[],
): Promise<ReadonlySet<number>> {
  const keys = relation.columns.filter(({ name }) => relation.key.includes(name));
  const definitions = keys.map(({ name, sqlType }) => `${quoteName(name)} ${sqlType}`).join(', ');
  const same = keys.map(({ name }) => `t.${quoteName(name)} = k.${quoteName(name)}`).join(' and ');
  try {
    const rows = await inTransaction(context.sql, async (transaction) => {
      await assumeCaller(transaction, caller);
      await transaction`select set_config('statement_timeout', '5s', true)`;
      return transaction.unsafe<{ position: number }[]>(
        `select n::int as position
         from jsonb_array_elements($1::text::jsonb) with ordinality as e(v, n)
         cross join lateral jsonb_to_record(e.v) as k(${definitions})
         where exists (select from ${sqlNameOf(relation)} t where ${same})`,
        [`[${records.join(',')}]`],
      );
    });
    return new Set(rows.map(({ position }) => position - 1));
  } catch (error) {
    if (!isVerdict(error)) throw error;
    context.log(`realtime policies of ${sqlNameOf(relation)} failed: ${String(error)}`);
    return new Set();
  }
}

/** True when Postgres answered, false when it could not be asked: then the batch is tried again. */
function isVerdict(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08|53)/.test(code);
}
