/** A binding that passed here is still checked row by row when changes come. */
import type { Sql } from 'postgres';
import type { DatabaseRole } from '../context.ts';
import { conditionSql, FilterUnreadable, parseFilter, type Condition } from './filters.ts';
import { limits } from './limits.ts';
import type { PublishedTable, Relation, Relations } from './relations.ts';
import { isObject } from './wire.ts';

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE';

export interface Binding {
  readonly id: number;
  readonly event: ChangeKind | '*';
  /** `*` stands for every published schema or table. */
  readonly schema: string;
  readonly table: string;
  readonly filter: string;
  readonly conditions: readonly Condition[];
  readonly select: readonly string[] | null;
}

/** What the client sent, with the id under which it will hear of changes. */
export interface AskedBinding {
  readonly id: number;
  readonly asked: Readonly<Record<string, unknown>>;
}

export class SubscriptionRefused extends Error {}

const kinds: readonly ChangeKind[] = ['INSERT', 'UPDATE', 'DELETE'];
let lastId = 0;

export function askedBindings(config: Readonly<Record<string, unknown>>): AskedBinding[] {
  const asked = config['postgres_changes'];
  if (!Array.isArray(asked)) return [];
  return asked.filter(isObject).map((one) => ({ id: (lastId += 1), asked: one }));
}

export function parseBindings(asked: readonly AskedBinding[]): Binding[] {
  if (asked.length > limits.bindingsPerChannel) {
    throw new SubscriptionRefused(
      `Too many postgres_changes on one channel. Maximum ${limits.bindingsPerChannel}`,
    );
  }
  return asked.map(parseBinding);
}

function parseBinding({ id, asked }: AskedBinding): Binding {
  const { schema, table, filter, event, select } = asked;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  if (text(schema) === null && text(table) === null) {
    throw new SubscriptionRefused(
      'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to',
    );
  }
  const columns = Array.isArray(select) ? select.filter((name) => typeof name === 'string') : [];
  const binding = {
    id,
    event: kinds.find((kind) => kind === text(event)?.toUpperCase()) ?? '*',
    schema: text(schema) ?? 'public',
    table: text(table) ?? '*',
    filter: text(filter) ?? '',
    select: columns.length > 0 ? columns : null,
  } as const;
  if (binding.select !== null && (binding.schema === '*' || binding.table === '*')) {
    throw new SubscriptionRefused(
      'Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.',
    );
  }
  return { ...binding, conditions: readConditions(binding.filter) };
}

function readConditions(filter: string): readonly Condition[] {
  try {
    return parseFilter(filter);
  } catch (error) {
    if (!(error instanceof FilterUnreadable)) throw error;
    throw new SubscriptionRefused(`Error parsing \`filter\` params: ${error.message}`, {
      cause: error,
    });
  }
}

export function concerns(binding: Binding, table: { schema: string; table: string }): boolean {
  return (
    (binding.schema === '*' || binding.schema === table.schema) &&
    (binding.table === '*' || binding.table === table.table)
  );
}

/** Throws the sentence that a hosted project answers. */
export async function assertAllowed(
  binding: Binding,
  role: DatabaseRole,
  relations: Relations,
  sql: Sql,
): Promise<void> {
  const tables = (await relations.published()).filter((table) => concerns(binding, table));
  const shown = describe(binding);
  if (tables.length === 0) {
    throw new SubscriptionRefused(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [${shown}]`,
    );
  }
  try {
    for (const table of tables) await assertReadable(binding, table, role, relations, sql);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new SubscriptionRefused(
      `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${shown}]. Exception: ERROR P0001 (raise_exception) ${message}`,
      { cause: error },
    );
  }
}

/** A filter on a column that the role may not read would tell what is in it. */
async function assertReadable(
  binding: Binding,
  table: PublishedTable,
  role: DatabaseRole,
  relations: Relations,
  sql: Sql,
): Promise<void> {
  const relation = await relations.find(table.oid);
  if (relation === null) return;
  const readable = await relations.readable(relation, role);
  for (const { column } of binding.conditions) {
    if (!readable.has(column)) throw new FilterUnreadable(`invalid column for filter ${column}`);
  }
  for (const column of binding.select ?? []) {
    if (!readable.has(column)) throw new FilterUnreadable(`invalid column for select ${column}`);
  }
  if (binding.conditions.length > 0) await assertEvaluates(binding.conditions, relation, sql);
}

/** Lets Postgres say whether each value fits its column's type. */
async function assertEvaluates(
  conditions: readonly Condition[],
  relation: Relation,
  sql: Sql,
): Promise<void> {
  const parameters: (string | readonly string[])[] = [];
  const expressions = conditions.map((one) => conditionSql(one, relation, parameters));
  const patterns = conditions.filter(({ operator }) => operator.endsWith('match'));
  const trials = patterns.map(({ values }) => `'' ~ $${parameters.push(values[0] ?? '')}::text`);
  await sql.unsafe(
    `select ${[...expressions, ...trials].join(', ')}
     from jsonb_to_record('{}') as r(${columnDefinitions(relation, conditions)})`,
    parameters as string[],
  );
}

export function columnDefinitions(relation: Relation, conditions: readonly Condition[]): string {
  const used = new Set(conditions.map(({ column }) => column));
  return relation.columns
    .filter(({ name }) => used.has(name))
    .map(({ name, sqlType }) => `"${name.replaceAll('"', '""')}" ${sqlType}`)
    .join(', ');
}

function describe(binding: Binding): string {
  const filters = binding.conditions.map(
    ({ column, operator, values, negated }) =>
      `{"${column}", "${operator}", "${values.join(',')}", ${negated}}`,
  );
  return `event: ${binding.event}, schema: ${binding.schema}, table: ${binding.table}, filters: [${filters.join(', ')}], select: ${binding.select === null ? 'nil' : JSON.stringify(binding.select)}`;
}
