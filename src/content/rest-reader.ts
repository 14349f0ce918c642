/**
 * Invariant: a read gives every row the public may see, or ends the build with a sentence that names
 * the table.
 */

// What hosted projects allow, and the embedded backend too.
const pageSize = 1000;
const mostIdsInAddress = 100;

export class CatalogueUnreadable extends Error {}

export interface ReadTarget {
  readonly url: string;
  readonly key: string;
  /** Whoever reads with rights of their own; nobody when pages are built for visitors. */
  readonly accessToken?: string;
}

type Row = Readonly<Record<string, unknown>>;

export function buildTarget(): ReadTarget {
  const url = import.meta.env.PUBLIC_SUPABASE_URL;
  const key = import.meta.env.PUBLIC_SUPABASE_PUBLISHABLE_KEY;
  return { url: url.replace(/\/+$/, ''), key };
}

async function ask(target: ReadTarget, table: string, query: string): Promise<Row[]> {
  const address = `${target.url}/rest/v1/${table}?${query}`;
  const { accessToken } = target;
  let answer: Response;
  try {
    answer = await fetch(address, {
      headers: {
        apikey: target.key,
        accept: 'application/json',
        ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      signal: AbortSignal.timeout(60_000),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new CatalogueUnreadable(
      `The table ${table} can't be read: ${target.url} does not answer (${String(cause)}). The site is built from a running backend; "npm run build" starts the embedded one.`,
    );
  }
  const text = await answer.text();
  if (!answer.ok) {
    throw new CatalogueUnreadable(
      `The table ${table} can't be read: ${target.url} answers ${answer.status} ${text.slice(0, 300)}`,
    );
  }
  const rows: unknown = JSON.parse(text);
  if (Array.isArray(rows)) return rows as Row[];
  throw new CatalogueUnreadable(`The table ${table} can't be read: the answer is not a list.`);
}

/** All rows, a page at a time, in the order of their key so that no page repeats or skips one. */
export async function readRows(
  target: ReadTarget,
  table: string,
  columns: string,
  key: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const query = new URLSearchParams({
      select: columns,
      order: key.map((column) => `${column}.asc`).join(','),
      limit: String(pageSize),
      offset: String(rows.length),
    });
    const page = await ask(target, table, query.toString());
    rows.push(...page);
    // A backend with a smaller page limit of its own gives shorter pages: only an empty one is the end.
    if (page.length === 0 || page.length < Math.min(pageSize, 100)) return rows;
  }
}

export async function readRowsByIds(
  target: ReadTarget,
  table: string,
  idColumn: string,
  ids: readonly string[],
  columns = '*',
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += mostIdsInAddress) {
    const chunk = ids.slice(start, start + mostIdsInAddress).map((id) => `"${id}"`);
    const query = new URLSearchParams({ select: columns, [idColumn]: `in.(${chunk.join(',')})` });
    rows.push(...(await ask(target, table, query.toString())));
  }
  return rows;
}
