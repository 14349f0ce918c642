import type { Given } from '#shared/backend/given.ts';
import { formatMoney } from '#shared/money.ts';

export type Finding = Given<'check_shop'>['findings'][number];

const parameters: Readonly<Record<string, string>> = {
  products: 'product',
  orders: 'order',
  lists: 'list',
  colorways: 'q',
  'shipping?tab=methods': 'q',
  'shipping?tab=stock': 'q',
};

/** What no desk mends, and what is mended where it is told. */
const withoutDesk: ReadonlySet<string> = new Set(['check', 'health', 'mails']);

/** Where it is mended, or null. @example findingPath(finding) // '/admin/orders?order=KW-1042' */
export function findingPath({ desk, record }: Pick<Finding, 'desk' | 'record'>): string | null {
  if (withoutDesk.has(desk)) return null;
  const parameter = parameters[desk];
  if (!parameter || record === '') return `/admin/${desk}`;
  return `/admin/${desk}${desk.includes('?') ? '&' : '?'}${parameter}=${encodeURIComponent(record)}`;
}

/** How old it is, as coarse as it is spoken of. @example ageWords('2026-03-14T10:00:00Z', now) // '5 hours' */
export function ageWords(since: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(since)) / 60_000);
  const [amount, unit] =
    minutes >= 1440
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [minutes, 'minute'];
  if (amount < 1) return 'less than a minute';
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

/** The mail that can be sent once more, by its id. */
export function mailOf({ desk, record }: Pick<Finding, 'desk' | 'record'>): string | null {
  return desk === 'mails' ? record : null;
}

export interface FindingKind {
  readonly code: string;
  readonly findings: readonly Finding[];
}

/** What was found of one kind stands together; which kind comes first stays as it was. */
export function kindsOf(findings: readonly Finding[]): readonly FindingKind[] {
  const kinds = Map.groupBy(findings, ({ code }) => code);
  return [...kinds].map(([code, of]) => ({ code, findings: of }));
}

export interface PageDrift {
  readonly path: string;
  readonly title: string;
  readonly what: string;
}

/** A page as it was built, or as it would be. */
export interface DriftPage {
  readonly path: string;
  readonly title: string;
  /** What each variant costs by its name on the shelf; none where nothing is sold, or nothing was noted. */
  readonly prices: ReadonlyMap<string, number>;
}

/** What the last build shows and the shop has, side by side. */
export function findDrift(
  built: readonly DriftPage[],
  live: readonly DriftPage[],
): readonly PageDrift[] {
  const builtByPath = new Map(built.map((page) => [page.path, page]));
  const livePaths = new Set(live.map(({ path }) => path));
  const missing = live
    .filter(({ path }) => !builtByPath.has(path))
    .map((page) => driftOf(page, 'The last build does not have this page yet.'));
  const changed = live.flatMap((page) => {
    const before = builtByPath.get(page.path);
    if (!before) return [];
    const renamed =
      before.title === page.title
        ? []
        : [`In the last build it is still called “${before.title}”. Publish to update it.`];
    return [...renamed, ...priceDrift(before, page)].map((what) => driftOf(page, what));
  });
  const extra = built
    .filter(({ path }) => /^\/(?:keyboards|products)\/[^/]+$/.test(path))
    .filter(({ path }) => path !== '/products/artisans' && !livePaths.has(path))
    .map((page) =>
      driftOf(
        page,
        'This page is still in the last build, but no longer in the shop. Publish to remove it.',
      ),
    );
  return [...missing, ...changed, ...extra];
}

const driftOf = ({ path, title }: DriftPage, what: string): PageDrift => ({ path, title, what });

/** Pages ask for prices of now before anything is bought: until they have, they show the old ones. */
function priceDrift(built: DriftPage, live: DriftPage): readonly string[] {
  return [...live.prices].flatMap(([sku, price]) => {
    const before = built.prices.get(sku);
    if (before === undefined || before === price) return [];
    const [was, is] = [before, price].map((minor) => formatMoney(minor, 'EUR'));
    return [`The last build sells ${sku} for ${was}; the shop asks ${is}.`];
  });
}
