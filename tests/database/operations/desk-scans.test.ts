import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import { accessReport } from '../../../src/features/shop-check/api/access-report.ts';
import { batchProgress } from '../../../src/features/batches/api/batch-progress.ts';
import { checkShop } from '../../../src/features/shop-check/api/check-shop.ts';
import { clockReport } from '../../../src/features/shop-check/api/clock-report.ts';
import { searchDesk } from '../../../src/desk-kit/api/search-desk.ts';
import { deskHome } from '../../../src/features/workshop/api/desk-home.ts';
import type { Backend } from '../../../src/shared/backend/client.ts';
import { colorwayUses } from '../../../src/features/colours/api/colorways.ts';
import { listMedia } from '../../../src/features/catalogue/api/media.ts';
import { designRecord } from '../../../src/features/designs/api/design-moderation.ts';
import { designSheet } from '../../../src/features/designs/api/designs.ts';
import {
  readDeskPage,
  readDeskRows,
  type DeskSource,
} from '../../../src/desk-kit/api/desk-rows.ts';
import { shopHealth } from '../../../src/features/shop-check/api/shop-health.ts';
import { listWebhooks } from '../../../src/features/shop-check/api/webhooks.ts';
import { rehearseDraw } from '../../../src/features/lists/api/draw-rehearsal.ts';
import {
  exportEntries,
  findEntries,
  listDesk,
  previewOffers,
} from '../../../src/features/lists/api/list-desk.ts';
import { readBankFile, readBankFiles } from '../../../src/features/orders/api/bank-refunds.ts';
import {
  findPayableOrders,
  matchBankEntries,
  readBankStatements,
} from '../../../src/features/orders/api/bank-statements.ts';
import { priceRefund, transitionOrders } from '../../../src/features/orders/api/order-desk.ts';
import { listPhotos } from '../../../src/features/photos/api/photo-desk.ts';
import { orderActors } from '../../../src/features/orders/api/order-actors.ts';
import { readOrder } from '../../../src/features/orders/api/orders.ts';
import { productHistory } from '../../../src/features/catalogue/api/product-history.ts';
import { productReach } from '../../../src/features/shop-check/api/product-reach.ts';
import {
  readBuildLog,
  readPublishRun,
  waitingChanges,
} from '../../../src/features/publishing/api/publish-requests.ts';
import { lastDays } from '../../../src/features/orders/model/figure-periods.ts';
import { batchRecord, batchSums } from '../../../src/features/batches/api/batch-record.ts';
import { salesFigures } from '../../../src/features/orders/api/sales-figures.ts';
import type { DeskRow } from '../../../src/desk-kit/model/desk-row.ts';
import { listStaff } from '../../../src/features/staff/api/staff-list.ts';
import {
  countTranslations,
  listTranslations,
} from '../../../src/features/translations/api/translations.ts';
import { stockActors } from '../../../src/features/stock/api/stock-actors.ts';
import { vatReport } from '../../../src/features/orders/api/vat-report.ts';
import { visitFunnel } from '../../../src/features/orders/api/visit-funnel.ts';
import { cursorOf } from '../../../src/desk-kit/model/table-keyset.ts';
import {
  defaultQuery,
  type TableFilter,
  type TableQuery,
  type TableShape,
} from '../../../src/desk-kit/model/table-query.ts';
import { auditTable } from '../../../src/features/shop-check/store/desk-audit.ts';
import { dryRunTracking } from '../../../src/features/orders/store/desk-order-actions.ts';
import {
  batchColumn,
  orderTable,
  readBatchUnits,
} from '../../../src/features/orders/store/desk-orders.ts';
import { productTable } from '../../../src/features/catalogue/store/desk-products.ts';
import { customerTable } from '../../../src/features/customers/store/desk-customers.ts';
import { designTables } from '../../../src/features/designs/store/desk-designs.ts';
import { poolTable } from '../../../src/features/stock/store/desk-stock.ts';
import { firstGenerated, generateDesk } from '../../bench/generated-desk.ts';
import { createTestDatabase, type TestDatabase } from '../../support/cluster.ts';
import {
  openExplainedDatabase,
  rowsLookedAt,
  stepsOf,
  type ExplainedDatabase,
} from '../../support/explained-database.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

/** Enough that Postgres prefers an index wherever there is one. */
const size = { orders: 8_000, products: 2_500, events: 8_000 };
/** A table with so many rows grows with the shop. */
const bigFrom = 2_000;
/** Fewer rows than the desks ask for: of each, some functions' plans are told too. */
const pageSize = 10;
/** What looks at far more of a big table than a page reads what it doesn't show. */
const mostLookedAt = 1_500;

let kept: TestDatabase;
let sql: Sql;
let explained: ExplainedDatabase;
let backend: TestBackend;
let owner: Promise<Backend>;
let bigTables: ReadonlySet<string>;
/** Tables and functions that some test looked at, by the names that the API has for them. */
const explainedReads = new Set<string>();
let isWatched = false;

before(async () => {
  kept = await createTestDatabase();
  sql = postgres(kept.url, { max: 2, onnotice() {} });
  await generateDesk(sql, size);
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and reltuples >= ${bigFrom}
      -- The catalogue grows with the code.
      and relnamespace <> 'pg_catalog'::regnamespace`;
  bigTables = new Set(rows.map(({ name }) => name));
  explained = await openExplainedDatabase(sql, kept.url);
  backend = await startTestBackend({ databaseUrl: explained.url });
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false },
    global: {
      fetch: (input, init) => {
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        const [, name] = /\/rest\/v1\/(?:rpc\/)?(\w+)$/.exec(pathname) ?? [];
        if (name !== undefined && isWatched) explainedReads.add(name);
        return fetch(input, init);
      },
    },
  });
  const { error } = await client.auth.signInWithPassword({
    email: 'owner@keywright.test',
    password: 'Keywright-demo-1',
  });
  assert.equal(error, null);
  owner = Promise.resolve(client as unknown as Backend);
});
after(async () => {
  await backend.stop();
  await explained.close();
  await sql.end();
  await kept.drop();
});

interface Table {
  readonly source: DeskSource;
  readonly shape: TableShape;
}

async function explain<Value>(run: () => Promise<Value>) {
  explained.take();
  isWatched = true;
  const value = await run().finally(() => {
    isWatched = false;
  });
  return { value, statements: explained.take() };
}

/** Runs it, and notes in words what was read that need not have been. */
async function watch<Value>(
  faults: string[],
  what: string,
  run: () => Promise<Value>,
): Promise<Value> {
  const { value, statements } = await explain(run);
  assert.ok(statements.length > 0, `${what}: no plan was told`);
  for (const { query, plan } of statements)
    for (const step of stepsOf(plan)) {
      const table = step['Relation Name'] ?? '';
      const looked = rowsLookedAt(step);
      // What a plan holds ready for visitors and staff never need is not run.
      const isScan = step['Node Type'] === 'Seq Scan' && step['Actual Loops'] !== 0;
      if (bigTables.has(table) && (isScan || looked > mostLookedAt))
        faults.push(`${what}: ${step['Node Type']} of ${table}, ${looked} rows\n  ${query}`);
    }
  return value;
}

async function page({ source }: Table, query: TableQuery, size = pageSize) {
  const read = await readDeskPage(source, query, size, undefined, owner);
  assert.ok(read.ok, read.ok ? '' : read.error.message);
  return read.value.rows;
}

/** First and last page, and the ones beside them. */
async function bothEnds(faults: string[], what: string, table: Table, query: TableQuery) {
  for (const kind of ['start', 'end'] as const) {
    const where = `${what}, ${kind}`;
    const rows = await watch(faults, where, () => page(table, { ...query, anchor: { kind } }));
    const row = kind === 'start' ? rows.at(-1) : rows[0];
    if (!row) continue;
    const cursor = cursorOf(row, query, table.source.tieBreaker);
    const beside: TableQuery = {
      ...query,
      anchor: { kind: kind === 'start' ? 'after' : 'before', cursor },
    };
    await watch(faults, `${where}, one page on`, () => page(table, beside));
  }
}

/** The others hold as many rows as people typed. */
const tables: Readonly<Record<string, Table>> = {
  orders: orderTable,
  products: productTable,
  audit: auditTable,
  stock: poolTable,
  customers: customerTable,
  'reported designs': designTables.reported,
  'hidden designs': designTables.hidden,
  'public designs': designTables.gallery,
};

/** What people look for: something frequent, something rare, and something that is not there. */
const filters: Readonly<Record<string, readonly TableFilter[]>> = {
  orders: [
    { column: 'status', operator: 'is', value: 'delivered' },
    { column: 'status', operator: 'is', value: 'refunded' },
    { column: 'status', operator: 'is', value: 'paid,in_production' },
    { column: 'status', operator: 'not', value: 'delivered' },
    { column: 'country_code', operator: 'is', value: 'JP' },
    { column: 'country_code', operator: 'is', value: 'MT' },
    { column: 'payment', operator: 'is', value: 'stripe' },
    { column: 'payment', operator: 'is', value: 'demo' },
    { column: 'placed_at', operator: 'from', value: '2020-01-01' },
    { column: 'placed_at', operator: 'to', value: '2020-01-01' },
    { column: 'total_minor', operator: 'from', value: '5000' },
    { column: 'total_minor', operator: 'from', value: '900000' },
    { column: 'total_minor', operator: 'to', value: '1' },
    { column: 'refund_due_minor', operator: 'from', value: '1' },
    { column: 'address_question', operator: 'filled', value: '' },
  ],
  products: [
    { column: 'kind', operator: 'is', value: 'product' },
    { column: 'kind', operator: 'is', value: 'keyboard' },
    { column: 'category', operator: 'is', value: 'cable' },
    { column: 'status', operator: 'is', value: 'draft' },
    { column: 'status', operator: 'is', value: 'scheduled' },
    { column: 'ship_group', operator: 'is', value: 'nowhere' },
    { column: 'publish_at', operator: 'to', value: '2020-01-01' },
    { column: 'hs_code', operator: 'is', value: '99' },
  ],
  stock: [
    { column: 'on_hand', operator: 'to', value: '3' },
    { column: 'on_hand', operator: 'from', value: '20' },
    { column: 'allocated', operator: 'from', value: '7' },
    { column: 'allocated', operator: 'from', value: '900' },
  ],
  audit: [
    { column: 'actor_id', operator: 'is', value: '00000000-0000-4000-8000-000000000009' },
    { column: 'actor_role', operator: 'is', value: 'support' },
    { column: 'action', operator: 'is', value: 'refused' },
    { column: 'table_name', operator: 'is', value: 'variants' },
    { column: 'table_name', operator: 'is', value: 'nowhere' },
    { column: 'at', operator: 'to', value: '2020-01-01' },
    { column: 'at', operator: 'from', value: '2020-01-01' },
  ],
};

describe('what a desk asks of the database looks at what it shows, and never through a big table', () => {
  test('big are the tables that grow with the shop', () => {
    for (const name of [
      'order_records',
      'order_lines',
      'products',
      'variants',
      'stock_pools',
      'audit_log',
      'analytics_events',
    ])
      assert.ok(bigTables.has(name), name);
  });

  for (const [name, table] of Object.entries(tables))
    test(`${name}: in every order, at both ends`, async () => {
      const faults: string[] = [];
      for (const column of table.shape.sortable)
        for (const direction of ['asc', 'desc'] as const) {
          const query: TableQuery = { ...defaultQuery(table.shape), sort: { column, direction } };
          await bothEnds(faults, `${column} ${direction}`, table, query);
        }
      assert.deepEqual(faults, []);
    });

  for (const [name, asked] of Object.entries(filters))
    test(`${name}: by each filter`, async () => {
      const table = tables[name];
      assert.ok(table);
      const faults: string[] = [];
      for (const filter of asked) {
        const query: TableQuery = { ...defaultQuery(table.shape), filters: [filter] };
        await bothEnds(faults, Object.values(filter).join(' '), table, query);
      }
      assert.deepEqual(faults, []);
    });

  test('orders: by a number that is typed', async () => {
    const faults: string[] = [];
    for (const search of [
      `KW-${firstGenerated + 777}`,
      String(firstGenerated + 777),
      'KW-1',
      'nothing',
    ])
      await bothEnds(faults, search, orderTable, { ...defaultQuery(orderTable.shape), search });
    assert.deepEqual(faults, []);
  });

  test('whatever is typed into the search of the desk', async () => {
    const faults: string[] = [];
    const texts = {
      'a number': `KW-${firstGenerated + 777}`,
      'the end of one': '777',
      'a word of every customer': 'buyer',
      'such words, and one of a few': 'buyer desk 777',
      'two letters': 'bu',
      'the end of every mailbox': '@desk.test',
      'a mailbox': `buyer-${(firstGenerated + 778) / 2}@desk.test`,
      'a name with a slip': 'byuer kw',
      'a parcel': '3SABC1234567',
      'a SKU': 'DESK-77',
      'a title with a slip': 'dogwod',
      'nothing that there is': 'quixotic zebra',
    };
    for (const [what, text] of Object.entries(texts)) {
      const read = await watch(faults, what, () => searchDesk(text, {}, { backend: owner }));
      assert.ok(read.ok, what);
    }
    assert.deepEqual(faults, []);
  });

  test('orders: of one batch, alone and with what else is asked for', async () => {
    const faults: string[] = [];
    const [batch] = await sql<{ id: string; count: number }[]>`
      select batch_id as id, count(*)::int as count from public.order_batches group by 1 order by 2 desc limit 1`;
    assert.ok(batch && batch.count > 100);
    const ofBatch: TableFilter = { column: batchColumn, operator: 'is', value: batch.id };
    const paid: TableFilter = { column: 'status', operator: 'is', value: 'paid' };
    const dutch: TableFilter = { column: 'country_code', operator: 'is', value: 'NL' };
    for (const beside of [[], [paid], [dutch]]) {
      const query = { ...defaultQuery(orderTable.shape), filters: [ofBatch, ...beside] };
      const what = `batch ${beside.map(({ value }) => value).join('')}`;
      await bothEnds(faults, what, orderTable, query);
    }
    assert.deepEqual(faults, []);
    const seen = new Set<string>();
    let query: TableQuery = { ...defaultQuery(orderTable.shape), filters: [ofBatch] };
    for (;;) {
      const rows: readonly DeskRow[] = await page(orderTable, query, 150);
      for (const { id } of rows) seen.add(id);
      const last = rows.at(-1);
      if (!last) break;
      const cursor = cursorOf(last, query, orderTable.source.tieBreaker);
      query = { ...query, anchor: { kind: 'after', cursor } };
    }
    assert.equal(seen.size, batch.count, 'page by page, each once');
  });

  test('audit log: what happened to one row', async () => {
    const faults: string[] = [];
    for (const search of ['desk-7', 'nothing'])
      await bothEnds(faults, search, auditTable, { ...defaultQuery(auditTable.shape), search });
    assert.deepEqual(faults, []);
  });

  test('stock: what became of one pool', async () => {
    const faults: string[] = [];
    const [pool] = await sql<{ id: string }[]>`
      select id from public.stock_pools where code = 'DESK-77'`;
    const ledger = {
      table: 'stock_ledger',
      columns: 'id,at,reason',
      conditions: [{ column: 'pool_id', operator: 'eq', value: pool?.id ?? '' }],
      order: 'id',
      descending: true,
      limit: 8,
    };
    const read = await watch(faults, 'ledger', () => readDeskRows(ledger, undefined, owner));
    assert.ok(read.ok && read.value.length === 1);
    const entries = read.value.map(({ id }) => Number(id));
    const told = await watch(faults, 'its actors', () => stockActors(entries, { backend: owner }));
    assert.ok(told.ok);
    assert.deepEqual(faults, []);
  });

  test('what was done to one product', async () => {
    const faults: string[] = [];
    const [product] = await sql<{ id: string }[]>`
      select product_id as id from public.product_options limit 1`;
    const read = await watch(faults, 'history', () =>
      productHistory(product?.id ?? '', null, { backend: owner }),
    );
    assert.ok(read.ok);
    assert.deepEqual(faults, []);
  });

  test('one order with all that belongs to it', async () => {
    const faults: string[] = [];
    const read = await watch(faults, 'order', () =>
      readOrder(`KW-${firstGenerated + 777}`, undefined, owner),
    );
    assert.ok(read.ok && read.value?.lines.length === 2, JSON.stringify(read));
    const { id } = read.value;
    const slip = {
      table: 'order_lines',
      columns: 'id,shipment_id,sku,title,quantity',
      conditions: [{ column: 'order_id', operator: 'in', value: `(${id})` }],
      order: 'position',
    };
    const slipped = await watch(faults, 'its packing slip', () =>
      readDeskRows(slip, undefined, owner),
    );
    assert.ok(slipped.ok);
    const actors = await watch(faults, 'its actors', () => orderActors(id, { backend: owner }));
    assert.ok(actors.ok);
    const lines = read.value.lines.map((line) => ({ lineId: line.id, quantity: 1 }));
    const priced = await watch(faults, 'a refund', () => priceRefund(id, lines, owner));
    assert.ok(priced.ok);
    assert.deepEqual(faults, []);
  });

  test('what a batch has to make, a carrier’s file, and the notes of an order', async () => {
    const faults: string[] = [];
    const [batch] = await sql<{ id: string; units: number }[]>`
      select l.batch_id as id, count(*)::int as units from public.order_lines l
      join public.order_records o on o.id = l.order_id
      where l.batch_id is not null and o.number >= ${`KW-${firstGenerated}`}
        and o.status in ('paid', 'in_production', 'ready_to_ship', 'shipped', 'delivered')
      group by 1 order by 2 desc limit 1`;
    const units = await readBatchUnits(
      batch?.id ?? '',
      new AbortController().signal,
      () => undefined,
      owner,
    );
    assert.ok(units.ok, units.ok ? '' : units.error);
    assert.equal(units.value.length, batch?.units);
    const numbers = Array.from(
      { length: 80 },
      (_, n) => `KW-${firstGenerated + 7 * n + 1},PostNL,3S1`,
    );
    const tracked = await watch(faults, 'carrier’s file', () =>
      dryRunTracking(['order,carrier,tracking_number', ...numbers].join('\n'), owner),
    );
    assert.ok(tracked.ok, tracked.ok ? '' : tracked.error);
    const order = { column: 'order_id', operator: 'eq', value: batch?.id ?? '' };
    const id = batch?.id ?? '';
    const [sums, record] = [
      await watch(faults, 'the sums of a batch', () => batchSums([id], { backend: owner })),
      await watch(faults, 'a batch', () => batchRecord(id, { backend: owner })),
    ];
    assert.ok(sums.ok && record.ok);
    const [design] = await sql<{ id: string }[]>`
      select id from public.designs where visibility = 'public' limit 1`;
    const made = await watch(faults, 'a design', () =>
      designRecord(design?.id ?? '', { backend: owner }),
    );
    assert.ok(made.ok);
    for (const filter of ['all', 'missing', 'unused'] as const) {
      const asked = { filter, search: '', after: null, most: 60 };
      const pictures = await watch(faults, `${filter} pictures`, () =>
        listMedia(asked, { backend: owner }),
      );
      assert.ok(pictures.ok);
    }
    for (const status of ['waiting', 'shown', 'declined'] as const) {
      const photos = await watch(faults, `${status} photos of customers`, () =>
        listPhotos(status, null, 30, { backend: owner }),
      );
      assert.ok(photos.ok);
    }
    const notes = { table: 'order_notes', columns: '*', conditions: [order], order: 'created_at' };
    await watch(faults, 'notes', () => readDeskRows(notes, undefined, owner));
    assert.deepEqual(faults, []);
  });

  test('the sums of a week read that week and the one before alone', async () => {
    const { value, statements } = await explain(() =>
      salesFigures(lastDays(7), { backend: owner }),
    );
    assert.ok(value.ok && value.value.days.length === 7);
    const steps = statements.flatMap(({ plan }) => stepsOf(plan));
    const read = steps.filter((step) => bigTables.has(step['Relation Name'] ?? ''));
    assert.ok(read.length > 0);
    assert.deepEqual(
      read.flatMap((step) => (step['Node Type'] === 'Seq Scan' ? step['Relation Name'] : [])),
      [],
    );
  });

  test('the VAT of a month is read from the documents of that month', async () => {
    await sql.begin(async (years) => {
      await years`set local session_replication_role = replica`;
      await years`
        insert into public.documents (id, order_id, kind, seller_code, position, number, issued_on, issued_at, currency, net_minor, tax_minor, total_minor, hash)
        select md5('desk document ' || n)::uuid, o.id, 'invoice', 'old', n, 'OLD-' || n, current_date - 400 - n % 900,
          now() - interval '400 days', 'EUR', 100, 19, 119, repeat('0', 64)
        from generate_series(1, ${bigFrom * 2}::int) n
        cross join (select id from public.order_records limit 1) o`;
      await years`
        insert into private.document_facts (document_id, facts)
        select d.id, '{"taxes": []}' from public.documents d where d.seller_code = 'old'`;
    });
    await sql`analyze public.documents, private.document_facts`;
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const { value, statements } = await explain(() =>
      vatReport(day(30), day(0), { backend: owner }),
    );
    assert.ok(value.ok);
    const steps = statements.flatMap(({ plan }) => stepsOf(plan));
    const read = steps.filter((step) => step['Relation Name']?.startsWith('document'));
    assert.ok(read.length > 0);
    assert.deepEqual(
      read.filter((step) => step['Node Type'] === 'Seq Scan' && step['Actual Loops'] !== 0),
      [],
    );
  });

  test('what waits to be published, on every desk', async () => {
    const faults: string[] = [];
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const waits = await watch(faults, 'changes', () => waitingChanges(since, undefined, owner));
    assert.ok(waits.ok, JSON.stringify(waits));
    const run = await watch(faults, 'run', () => readPublishRun(undefined, owner));
    assert.ok(run.ok, JSON.stringify(run));
    const log = await watch(faults, 'log', () => readBuildLog(crypto.randomUUID(), owner));
    assert.deepEqual(log, { ok: true, value: '' });
    assert.deepEqual(faults, []);
  });

  test('a move of a page of orders', async () => {
    const faults: string[] = [];
    const paid: TableFilter = { column: 'status', operator: 'is', value: 'paid' };
    const rows = await page(orderTable, { ...defaultQuery(orderTable.shape), filters: [paid] });
    const seen = rows.map(({ id }) => ({ id, status: 'paid' }));
    const moved = await watch(faults, 'move', () =>
      transitionOrders(seen, { to: 'in_production', reason: '', despiteDue: '' }, undefined, owner),
    );
    assert.ok(moved.ok && moved.value.every(({ ok }) => ok));
    assert.deepEqual(faults, []);
  });

  test('which orders the payments of a statement are for, and what was read before', async () => {
    const faults: string[] = [];
    const parts = { backend: owner };
    const [order] = await sql<{ number: string; due: number }[]>`
      select number, total_minor as due from public.order_records where status = 'paid' order by number limit 1`;
    const line = {
      account: 'NL03KEYW0123456789',
      bookedOn: '2026-11-20',
      currency: 'EUR',
      payer: 'Ada Buyer',
      bankReference: '',
    };
    const lines = [order?.number ?? '', 'ada@people.test', 'nothing'].map((message, place) => ({
      ...line,
      kind: 'credit' as const,
      message,
      place,
      amountMinor: 12_345_678 + place,
      ordinal: 1,
    }));
    const matched = await watch(faults, 'matches', () =>
      matchBankEntries(line.account, lines, parts),
    );
    assert.ok(matched.ok && matched.value[0]?.reason === 'reference');
    const found = await watch(faults, 'found', () =>
      findPayableOrders(order?.number ?? '', 'EUR', parts),
    );
    assert.ok(found.ok && found.value.length > 0);
    await watch(faults, 'statements', () => readBankStatements({}, parts));
    await watch(faults, 'bank files', () => readBankFiles(null, parts));
    await watch(faults, 'bank file', () => readBankFile(randomUUID(), parts));
    assert.deepEqual(faults, []);
  });

  test('how far a year of visits came is read from its days, and orders of a week from that week', async () => {
    const year = await explain(() => visitFunnel(lastDays(366), { backend: owner }));
    assert.ok(year.value.ok && (year.value.value.steps[0]?.visits ?? 0) > 0);
    const tables = year.statements.flatMap(({ plan }) => stepsOf(plan));
    assert.ok(tables.every((step) => step['Relation Name'] !== 'analytics_events'));
    const week = await explain(() => visitFunnel(lastDays(7), { backend: owner }));
    const scans = week.statements
      .flatMap(({ plan }) => stepsOf(plan))
      .filter((step) => step['Node Type'] === 'Seq Scan');
    assert.ok(scans.every((step) => !bigTables.has(step['Relation Name'] ?? '')));
  });

  test('from where products can be bought, page by page', async () => {
    const faults: string[] = [];
    const first = await watch([], 'first page', () => productReach(null, { backend: owner }));
    assert.ok(first.ok && first.value.products.length === 100 && (first.value.total ?? 0) > 1_000);
    const { next } = first.value;
    const second = await watch(faults, 'next page', () => productReach(next, { backend: owner }));
    assert.ok(second.ok && second.value.total === null);
    assert.deepEqual(faults, []);
  });

  test('what belongs to one list, one batch, one colour, one line and one member', async () => {
    const faults: string[] = [];
    const [row] = await sql<
      { list: string; raffle: string; product: string; colour: string; line: string }[]
    >`
      select (select id from public.lists where kind = 'waiting_list' and status = 'open' limit 1) as list,
        (select id from public.lists where kind = 'raffle' and status = 'open' limit 1) as raffle,
        (select product_id from public.batches order by code limit 1) as product,
        (select id from public.colorways limit 1) as colour,
        (select id from public.order_lines order by id limit 1) as line`;
    assert.ok(row);
    const list = row.list ?? row.raffle;
    const parts = { backend: owner };
    const questions: Readonly<Record<string, () => Promise<unknown>>> = {
      'a list': () => listDesk(list, parts),
      'who would be next': () => previewOffers(list, 5, parts),
      'entries with names': () => exportEntries(list, parts),
      'entries without names': () => findEntries(list, '', parts),
      'an entry that is looked for': () => findEntries(list, 'teal', parts),
      'a rehearsal': () => rehearseDraw(row.raffle, '0'.repeat(64), parts),
      'how a batch goes': () => batchProgress(row.product, parts),
      'where a colour is used': () => colorwayUses(row.colour, parts),
      'a design to make': () => designSheet(row.line, undefined, owner),
      'who works here': () => listStaff({ backend: owner }),
      'what runs by the clock': () => clockReport(parts),
      'how the shop is': () => shopHealth(parts),
      'who is called when something is new': () => listWebhooks(parts),
      'who may do what': () => accessReport(parts),
    };
    for (const [what, ask] of Object.entries(questions)) await watch(faults, what, ask);
    assert.deepEqual(faults, []);
  });

  test('goods that are named by their SKU or their product', async () => {
    const faults: string[] = [];
    const [goods] = await sql<{ id: string; sku: string }[]>`
      select product_id as id, sku from public.variants where sku like 'DESK-%' order by sku limit 1`;
    // So many that looking at all products once would seem cheaper than at each one's.
    const many = Array.from({ length: 150 }, (_, n) => `DESK-${n + 1}`).join(',');
    const asked = [
      { column: 'sku', operator: 'in', value: `(${many})` },
      { column: 'sku', operator: 'eq', value: goods?.sku ?? '' },
      { column: 'sku', operator: 'in', value: `(${goods?.sku ?? ''},nothing)` },
      { column: 'product_id', operator: 'eq', value: goods?.id ?? '' },
    ];
    for (const condition of asked) {
      const search = { table: 'variants', columns: 'id,sku', conditions: [condition] };
      const what = `${condition.column} ${condition.operator}`;
      const read = await watch(faults, what, () => readDeskRows(search, undefined, owner));
      assert.ok(read.ok && read.value.length > 0);
    }
    assert.deepEqual(faults, []);
  });

  test('the check goes through everything once or a few times, and never through it for each row', async () => {
    const { value, statements } = await explain(() => checkShop({}, { backend: owner }));
    assert.ok(value.ok);
    const looked = new Map<string, number>();
    for (const step of statements.flatMap(({ plan }) => stepsOf(plan))) {
      const table = step['Relation Name'] ?? '';
      if (bigTables.has(table)) looked.set(table, (looked.get(table) ?? 0) + rowsLookedAt(step));
    }
    const counts = await sql<{ name: string; rows: number }[]>`
      select relname as name, reltuples::int as rows from pg_class
      where relkind = 'r' and reltuples >= ${bigFrom}`;
    const faults = counts.filter(({ name, rows }) => (looked.get(name) ?? 0) > 12 * rows);
    assert.deepEqual(
      faults.map(({ name, rows }) => `${name}: ${looked.get(name)} of ${rows}`),
      [],
    );
  });

  test('texts to translate are gone through once a page, and never for each of them', async () => {
    const [counted] = await sql<{ texts: number }[]>`
      select count(*)::int as texts from private.source_texts where btrim(text) <> ''`;
    assert.ok(counted && counted.texts > 5_000);
    await sql`
      insert into public.translations (language, table_name, row_id, column_name, text, source)
      select 'de', table_name, row_id, column_name, 'Deutsch', text from private.source_texts
      where btrim(text) <> '' and hashtext(row_id) % 2 = 0`;
    await sql`analyze public.translations`;
    const parts = { backend: owner };
    const asked = { show: 'open', area: null, search: '' } as const;
    const questions = {
      'a page': () => listTranslations('de', asked, null, 40, parts),
      'what is sought': () => listTranslations('de', { ...asked, search: 'wood' }, null, 40, parts),
      'how many': () => countTranslations('de', parts),
    };
    const sizes = await sql<{ name: string; rows: number }[]>`
      select relname as name, greatest(reltuples, 100)::int as rows from pg_class where relkind = 'r'`;
    for (const [what, ask] of Object.entries(questions)) {
      const { value, statements } = await explain<{ readonly ok: boolean }>(ask);
      assert.ok(value.ok, what);
      const looked = new Map<string, number>();
      for (const step of statements.flatMap(({ plan }) => stepsOf(plan))) {
        const table = step['Relation Name'] ?? '';
        looked.set(table, (looked.get(table) ?? 0) + rowsLookedAt(step));
      }
      // A product is looked at with each kind of its parts.
      const faults = sizes.filter(({ name, rows }) => (looked.get(name) ?? 0) > 14 * rows);
      assert.deepEqual(
        faults.map(({ name, rows }) => `${what}, ${name}: ${looked.get(name)} of ${rows}`),
        [],
      );
    }
    await sql`delete from public.translations`;
  });

  test('home looks at the orders that it counts, and at no others', async () => {
    const { value, statements } = await explain(() => deskHome({ backend: owner }));
    assert.ok(value.ok);
    const steps = statements
      .flatMap(({ plan }) => stepsOf(plan))
      .filter((step) => step['Relation Name'] === 'order_records');
    assert.deepEqual(
      steps.filter((step) => step['Node Type'] === 'Seq Scan'),
      [],
    );
    const [counted] = await sql<{ waiting: number; days: number }[]>`
      select count(*) filter (where status in ('awaiting_payment', 'paid', 'ready_to_ship'))::int
          + count(*) filter (where refund_due_minor > 0)::int
          + count(*) filter (where address_question is not null)::int as waiting,
        count(*) filter (where placed_at >= date_trunc('day', now())
          or placed_at between date_trunc('day', now()) - interval '7 days' and now() - interval '6 days')::int as days
      from public.order_records`;
    assert.ok(counted && counted.waiting > 0);
    const looked = steps.reduce((sum, step) => sum + rowsLookedAt(step), 0);
    assert.ok(looked <= counted.waiting + counted.days, `${looked} orders were looked at`);
  });

  test('nothing that staff read is missing above', async () => {
    const access = JSON.parse(
      await readFile(path.join(import.meta.dirname, '../../cases/function-access.json'), 'utf8'),
    ) as Readonly<Record<string, { readonly allowed?: string }>>;
    const isStaffs = (allowed: string) =>
      / (?:owner|editor|fulfilment|support)\b/.test(` ${allowed}`) &&
      !/\b(?:anonymous|first)\b/.test(allowed);
    const names = Object.entries(access).flatMap(([name, { allowed = '' }]) =>
      isStaffs(allowed) ? [name] : [],
    );
    assert.ok(names.length > 30);
    // What only reads says so to Postgres; the others change a few rows that they are told of.
    const reads = await sql<{ name: string }[]>`
      select distinct proname as name from pg_proc
      where pronamespace = 'public'::regnamespace and provolatile <> 'v' and proname = any (${names})`;
    const wanted = new Set(reads.map(({ name }) => name));
    for (const table of await tablesOfDesks())
      if (bigTables.has(recordsOf(table))) wanted.add(table);
    assert.ok(wanted.has('orders') && wanted.has('audit_log') && wanted.has('visit_funnel'));
    assert.deepEqual([...wanted].filter((name) => !explainedReads.has(name)).toSorted(), []);
  });
});

/** Every table that a store of a desk names. */
async function tablesOfDesks(): Promise<readonly string[]> {
  const files = await Array.fromAsync(
    glob(path.join(import.meta.dirname, '../../../src/**/store/desk-*.ts')),
  );
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/table: '(\w+)'/g)].map(([, name = '']) => name),
  );
}

/** Orders are read through a view. */
const recordsOf = (table: string) => (table === 'orders' ? 'order_records' : table);
