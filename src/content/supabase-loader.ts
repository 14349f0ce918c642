/**
 * Invariant: a row whose change stamp is known is not read again, and a row that does not parse ends
 * the build, naming table and row.
 */
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { buildTarget, CatalogueUnreadable, readRows, readRowsByIds } from './rest-reader.ts';
import type { ReadTarget } from './rest-reader.ts';

export interface ContentTable {
  readonly table: string;
  /** Columns that name a row; their values, joined by a slash, are its id in the collection. */
  readonly key: readonly string[];
  /** The column that changes with every edit. Without one the whole table is read each time. */
  readonly stamp?: 'updated_at';
  /** Where not all of them can be read. */
  readonly columns?: string;
  readonly schema: z.ZodType<Record<string, unknown>>;
}

type Row = Readonly<Record<string, unknown>>;

/** What of Astro's store is used. */
export interface RowStore {
  keys(): string[];
  get(id: string): { readonly data: Row; readonly digest?: string | number } | undefined;
  set(entry: { id: string; data: Record<string, unknown>; digest: string | number }): unknown;
  delete(id: string): void;
  clear(): void;
}

/** What of Astro's content layer is used. */
export interface TableStore {
  readonly store: RowStore;
  readonly meta: {
    get(key: string): string | undefined;
    set(key: string, value: string): void;
  };
  readonly generateDigest: (row: Record<string, unknown>) => string | number;
  readonly logger: { info(message: string): void };
}

/** `astro check` and `astro sync` need the schemas alone, and must work with no backend running. */
const isForTypesOnly = process.argv.some((word) => word === 'check' || word === 'sync');

/** @example supabaseLoader({ table: 'products', key: ['id'], stamp: 'updated_at', schema }) */
export function supabaseLoader(definition: ContentTable): Loader {
  return {
    name: `supabase:${definition.table}`,
    schema: definition.schema,
    load: async (context) => {
      if (!isForTypesOnly) await loadTable(definition, buildTarget(), context);
    },
  };
}

/** Brings the store up to date and says how many rows it touched. */
export async function loadTable(
  definition: ContentTable,
  target: ReadTarget,
  context: TableStore,
): Promise<number> {
  const { store, meta } = context;
  // A cache from another backend has other rows under the same stamps.
  if (meta.get('backend') !== target.url) store.clear();
  meta.set('backend', target.url);
  const { present, changed } = await readChanges(definition, target, context);
  const gone = store.keys().filter((id) => !present.has(id));
  for (const id of gone) store.delete(id);
  let touched = gone.length;
  for (const row of changed) if (storeRow(definition, row, context)) touched += 1;
  context.logger.info(`${changed.length} of ${present.size} rows read anew`);
  return touched;
}

interface Changes {
  readonly present: ReadonlySet<string>;
  readonly changed: readonly Row[];
}

async function readChanges(
  definition: ContentTable,
  target: ReadTarget,
  { store }: TableStore,
): Promise<Changes> {
  const { table, key, stamp, columns = '*' } = definition;
  const isEmpty = store.keys().length === 0;
  const [idColumn] = key;
  if (stamp === undefined || isEmpty || idColumn === undefined || key.length > 1) {
    const rows = await readRows(target, table, columns, key);
    return { present: new Set(rows.map((row) => idOf(definition, row))), changed: rows };
  }
  // Rows come and go by the clock without an edit, so that ids are compared and not just the newest stamp.
  const stamps = await readRows(target, table, `${idColumn},${stamp}`, key);
  const stale = stamps
    .filter((row) => store.get(idOf(definition, row))?.digest !== String(row[stamp]))
    .map((row) => idOf(definition, row));
  return {
    present: new Set(stamps.map((row) => idOf(definition, row))),
    changed: await readRowsByIds(target, table, idColumn, stale, columns),
  };
}

function idOf({ key }: ContentTable, row: Row): string {
  return key.map((column) => String(row[column])).join('/');
}

/** False where the very same row is there already. */
function storeRow(
  definition: ContentTable,
  row: Row,
  { store, generateDigest }: TableStore,
): boolean {
  const id = idOf(definition, row);
  const { stamp } = definition;
  const digest = stamp === undefined ? generateDigest(row) : String(row[stamp]);
  if (store.get(id)?.digest === digest) return false;
  const parsed = definition.schema.safeParse(row);
  if (!parsed.success) throw new CatalogueUnreadable(explain(definition, row, parsed.error));
  store.set({ id, data: parsed.data, digest });
  return true;
}

function explain(definition: ContentTable, row: Row, error: z.ZodError): string {
  const name = row['title'] ?? row['name'] ?? row['url'] ?? row['code'];
  const called = typeof name === 'string' ? ` ("${name}")` : '';
  const faults = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return `The table ${definition.table}, row ${idOf(definition, row)}${called}, can't be shown: ${faults.join('; ')}`;
}
