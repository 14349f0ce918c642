/**
 * Measures what staff wait for in the workshop's tables with very many rows, through the same calls
 * as the screens make, each beside the same in a shop of a thousand orders.
 */
import type { BenchRow } from '../../scripts/bench.ts';
import type { Backend } from '../../src/shared/backend/client.ts';
import { readDeskPage } from '../../src/desk-kit/api/desk-rows.ts';
import { productReach } from '../../src/features/shop-check/api/product-reach.ts';
import { salesFigures } from '../../src/features/orders/api/sales-figures.ts';
import { lastDays } from '../../src/features/orders/model/figure-periods.ts';
import { visitFunnel } from '../../src/features/orders/api/visit-funnel.ts';
import {
  defaultQuery,
  type TableFilter,
  type TableQuery,
} from '../../src/desk-kit/model/table-query.ts';
import { auditTable } from '../../src/features/shop-check/store/desk-audit.ts';
import { searchDesk } from '../../src/desk-kit/api/search-desk.ts';
import { deskHome } from '../../src/features/workshop/api/desk-home.ts';
import { customerTable } from '../../src/features/customers/store/desk-customers.ts';
import { variantTable } from '../../src/features/catalogue/store/desk-variants.ts';
import { colourTable } from '../../src/features/colours/store/desk-colorways.ts';
import { exportRows } from '../../src/desk-kit/store/desk-files.ts';
import { listTable } from '../../src/features/lists/store/desk-lists.ts';
import { orderTable } from '../../src/features/orders/store/desk-orders.ts';
import { poolTable } from '../../src/features/stock/store/desk-stock.ts';
import type { DeskTable } from '../../src/desk-kit/store/desk-table.ts';
import { productTable } from '../../src/features/catalogue/store/desk-products.ts';
import { generateDesk, startDesk, wantedDesk, type DeskSize } from './generated-desk.ts';

export const title = 'The tables of the workshop';

const small: DeskSize = { orders: 1_000, products: 1_000, events: 10_000 };
const tries = 9;
const mostTimes = 3;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** After one try that warms up; the median of the others. */
async function median(run: () => Promise<unknown>): Promise<number> {
  await run();
  const taken: number[] = [];
  for (let n = 0; n < tries; n += 1) taken.push(await timed(run));
  return taken.toSorted((a, b) => a - b)[tries >> 1] ?? Infinity;
}

const filter = (column: string, operator: TableFilter['operator'], value: string) => ({
  filters: [{ column, operator, value }],
});

/** What each table is asked for. */
function questions(): readonly { readonly what: string; readonly run: Question }[] {
  const ask =
    (table: DeskTable, part: Partial<TableQuery>): Question =>
    async (backend) => {
      const query = { ...defaultQuery(table.shape), ...part };
      const read = await readDeskPage(table.source, query, 100, undefined, backend);
      if (!read.ok) throw new Error(read.error.message);
      return read.value.rows.length;
    };
  const last = { anchor: { kind: 'end' } } as const;
  const answered = async (answer: Promise<{ readonly ok: boolean }>) => {
    if (!(await answer).ok) throw new Error('It was refused');
  };
  const find =
    (text: string): Question =>
    async (backend) => {
      const found = await searchDesk(text, {}, { backend });
      if (!found.ok || found.value.length === 0) throw new Error(`Nothing found for ${text}`);
    };
  return [
    { what: 'search: the digits of an order', run: find('5000777') },
    { what: 'search: the end of a number', run: find('00777') },
    { what: 'search: a mailbox', run: find('buyer-2500389@desk.test') },
    { what: 'search: a name', run: find('buyer 2500389') },
    { what: 'search: words of a product', run: find('alder 7') },
    { what: 'search: a SKU', run: find('desk-777') },
    { what: 'home: what waits', run: (backend) => answered(deskHome({ backend })) },
    { what: 'customers: first page', run: ask(customerTable, {}) },
    {
      what: 'customers: sort by what they spent',
      run: ask(customerTable, { sort: { column: 'spent_minor', direction: 'desc' } }),
    },
    { what: 'customers: jump to the last page', run: ask(customerTable, last) },
    { what: 'customers: a name', run: ask(customerTable, { search: 'buyer 2500389' }) },
    { what: 'prices: first page', run: ask(variantTable, {}) },
    { what: 'prices: a SKU', run: ask(variantTable, { search: 'desk-777' }) },
    { what: 'orders: first page', run: ask(orderTable, {}) },
    { what: 'orders: filter by stage', run: ask(orderTable, filter('status', 'is', 'paid')) },
    {
      what: 'orders: filter by a rare country',
      run: ask(orderTable, filter('country_code', 'is', 'MT')),
    },
    {
      what: 'orders: filter by money due',
      run: ask(orderTable, filter('refund_due_minor', 'from', '1')),
    },
    {
      what: 'orders: sort the other way',
      run: ask(orderTable, { sort: { column: 'placed_at', direction: 'asc' } }),
    },
    { what: 'orders: jump to the last page', run: ask(orderTable, last) },
    { what: 'orders: a number', run: ask(orderTable, { search: 'KW-5000777' }) },
    { what: 'products: first page', run: ask(productTable, {}) },
    { what: 'products: filter by status', run: ask(productTable, filter('status', 'is', 'draft')) },
    {
      what: 'products: sort by title',
      run: ask(productTable, { sort: { column: 'title', direction: 'asc' } }),
    },
    { what: 'products: jump to the last page', run: ask(productTable, last) },
    // As many rows to show in a shop of any size: a page full of them, or a few.
    { what: 'products: a word of many titles', run: ask(productTable, { search: 'alder' }) },
    { what: 'products: words of few titles', run: ask(productTable, { search: 'alder 777' }) },
    { what: 'audit log: first page', run: ask(auditTable, {}) },
    {
      what: 'audit log: filter by table',
      run: ask(auditTable, filter('table_name', 'is', 'variants')),
    },
    { what: 'audit log: jump to the last page', run: ask(auditTable, last) },
    { what: 'stock: first page', run: ask(poolTable, {}) },
    {
      what: 'stock: filter by what is nearly out',
      run: ask(poolTable, filter('on_hand', 'to', '11')),
    },
    {
      what: 'stock: sort by what is promised',
      run: ask(poolTable, { sort: { column: 'allocated', direction: 'desc' } }),
    },
    { what: 'stock: jump to the last page', run: ask(poolTable, last) },
    { what: 'lists: first page', run: ask(listTable, {}) },
    { what: 'lists: filter by kind', run: ask(listTable, filter('kind', 'is', 'raffle')) },
    { what: 'lists: jump to the last page', run: ask(listTable, last) },
    { what: 'colorways: first page', run: ask(colourTable, {}) },
    {
      what: 'colorways: filter by status',
      run: ask(colourTable, filter('status', 'is', 'archived')),
    },
    { what: 'colorways: jump to the last page', run: ask(colourTable, last) },
    {
      what: 'how far visits came in 30 days',
      run: (backend) => answered(visitFunnel(lastDays(30), { backend })),
    },
    {
      what: 'how far visits came in a year',
      run: (backend) => answered(visitFunnel(lastDays(366), { backend })),
    },
    {
      what: 'figures of 30 days',
      run: (backend) => answered(salesFigures(lastDays(30), { backend })),
    },
    {
      what: 'from where a hundred products can be bought',
      run: (backend) => answered(productReach(null, { backend })),
    },
  ];
}

type Question = (backend: Promise<Backend>) => Promise<unknown>;

async function exported(backend: Promise<Backend>) {
  let rows = 0;
  let firstMs = 0;
  const start = performance.now();
  const written = await exportRows(
    orderTable.source,
    defaultQuery(orderTable.shape),
    [{ title: 'number', text: ({ values }) => String(values['number']) }],
    new AbortController().signal,
    (count) => {
      if (rows === 0) firstMs = performance.now() - start;
      rows = count;
    },
    backend,
  );
  if (!written.ok) throw new Error(written.error);
  return { rows, firstMs, perThousandMs: ((performance.now() - start) * 1000) / rows };
}

async function measureShop(backend: Promise<Backend>) {
  const pages: number[] = [];
  for (const { run } of questions()) pages.push(await median(() => run(backend)));
  return { pages, file: await exported(backend) };
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

function compared(what: string, many: number, few: number): BenchRow {
  return {
    what,
    figure: ms(many),
    comparedWith: `in the shop of 1,000: ${ms(few)}; ${(many / few).toFixed(2)}x`,
    budget: `${mostTimes}x`,
    isWithin: many <= few * mostTimes,
  };
}

export async function measure(): Promise<readonly BenchRow[]> {
  const { sql, owner, stop } = await startDesk();
  try {
    await generateDesk(sql, small);
    const few = await measureShop(owner);
    const size = wantedDesk();
    await generateDesk(sql, size);
    const many = await measureShop(owner);
    const of = `of ${size.orders.toLocaleString('en-GB')}`;
    return [
      ...questions().map(({ what }, n) =>
        compared(`desk ${of}, ${what}`, many.pages[n] ?? Infinity, few.pages[n] ?? 0),
      ),
      {
        ...compared(
          `desk ${of}, orders: export of ${many.file.rows.toLocaleString('en-GB')} rows, each thousand`,
          many.file.perThousandMs,
          few.file.perThousandMs,
        ),
        figure: `${ms(many.file.perThousandMs)}, the first after ${ms(many.file.firstMs)}`,
      },
    ];
  } finally {
    await stop();
  }
}
