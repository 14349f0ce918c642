/** The only place that says what a check of the shop found, and where it is mended. */
import { isRecord, parseDeskRows, textOf, type DeskRow } from './desk-row.ts';

export type Severity = 'fault' | 'warning';

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  readonly about: string;
  readonly message: string;
  readonly since: string | null;
  readonly desk: string;
  readonly record: string;
}

export function parseFindings(data: unknown): readonly Finding[] | null {
  if (!Array.isArray(data)) return null;
  const keyed = data.map((row: unknown, id) => (isRecord(row) ? { ...row, id } : row));
  return parseDeskRows(keyed).map(parseFinding);
}

function parseFinding(row: DeskRow): Finding {
  return {
    code: textOf(row, 'code'),
    severity: textOf(row, 'severity') === 'fault' ? 'fault' : 'warning',
    about: textOf(row, 'about'),
    message: textOf(row, 'message'),
    since: textOf(row, 'since') || null,
    desk: textOf(row, 'desk'),
    record: textOf(row, 'record'),
  };
}

const parameters: Readonly<Record<string, string>> = {
  products: 'product',
  orders: 'order',
  lists: 'list',
};

/** Where it is mended. @example findingPath(finding) // '/admin/orders?order=KW-1042' */
export function findingPath({ desk, record }: Pick<Finding, 'desk' | 'record'>): string {
  const parameter = parameters[desk];
  if (!parameter || record === '') return `/admin/${desk}`;
  return `/admin/${desk}?${parameter}=${encodeURIComponent(record)}`;
}

export interface PriceDrift {
  readonly path: string;
  readonly title: string;
  readonly what: string;
}

/** What the last build shows and the shop has, side by side. */
export function findDrift(
  built: readonly { readonly path: string; readonly title: string }[],
  live: readonly { readonly path: string; readonly title: string }[],
): readonly PriceDrift[] {
  const builtByPath = new Map(built.map((page) => [page.path, page]));
  const livePaths = new Set(live.map(({ path }) => path));
  const missing = live
    .filter(({ path }) => !builtByPath.has(path))
    .map((page) => ({ ...page, what: 'The last build does not have this page yet.' }));
  const renamed = live.flatMap((page) => {
    const page0 = builtByPath.get(page.path);
    return page0 && page0.title !== page.title
      ? [{ ...page, what: `The last build calls it “${page0.title}”.` }]
      : [];
  });
  const extra = built
    .filter(({ path }) => /^\/(?:keyboards|products)\/[^/]+$/.test(path))
    .filter(({ path }) => path !== '/products/artisans' && !livePaths.has(path))
    .map((page) => ({ ...page, what: 'The last build still has it, the shop does not.' }));
  return [...missing, ...renamed, ...extra];
}
