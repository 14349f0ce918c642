import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import { saveBatchKit, setAddressLock } from '../../../src/features/batches/api/batches.ts';
import type { Backend } from '../../../src/shared/backend/client.ts';
import { setCountryZones } from '../../../src/features/shipping/api/country-zones.ts';
import {
  deleteDeskRows,
  insertDeskRow,
  readDeskRows,
  updateDeskRow,
  type DeskSource,
} from '../../../src/desk-kit/api/desk-rows.ts';
import type { BackendError } from '../../../src/shared/backend/errors.ts';
import { productHistory } from '../../../src/features/catalogue/api/product-history.ts';
import { readProduct, saveProduct } from '../../../src/features/catalogue/api/products.ts';
import { adjustStock } from '../../../src/features/stock/api/stock-pools.ts';
import { isRecord } from '../../../src/desk-kit/model/desk-row.ts';
import { asAfter, savesOf } from '../../../src/features/catalogue/model/form/product-history.ts';
import {
  changesOf,
  patchProduct,
  removePart,
} from '../../../src/features/catalogue/model/form/product-form.ts';
import { colourTable, paletteTable } from '../../../src/features/colours/store/desk-colorways.ts';
import { listTable } from '../../../src/features/lists/store/desk-lists.ts';
import { productTable } from '../../../src/features/catalogue/store/desk-products.ts';
import { packageTable } from '../../../src/features/shipping/store/desk-packages.ts';
import { methodTable, rateTable } from '../../../src/features/shipping/store/desk-shipping.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let backend: TestBackend;
let first: Promise<Backend>;
let second: Promise<Backend>;

async function signIn(name: string): Promise<Backend> {
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword({
    email: `${name}@keywright.test`,
    password: 'Keywright-demo-1',
  });
  assert.equal(error, null);
  return client as unknown as Backend;
}

before(async () => {
  backend = await startTestBackend();
  first = Promise.resolve(await signIn('owner'));
  second = Promise.resolve(await signIn('owner'));
  const [colour] = await rows('colorways', 'id');
  assert.ok(
    (await insertDeskRow('colour_samples', { colorway_id: colour?.id }, undefined, first)).ok,
  );
});
after(() => backend.stop());

interface Form {
  readonly source: Pick<DeskSource, 'table' | 'columns'>;
  /** What each of the two writes into the same row. */
  readonly column: string;
  readonly mine: unknown;
  readonly theirs: unknown;
}

const batches = { table: 'batches', columns: '*' };
const samples = { table: 'colour_samples', columns: '*' };
const zoneTable = { table: 'shipping_zones', columns: '*' };
const colourStock = { table: 'colour_stock', columns: '*' };

/** Every form of one row that a desk has; what is written by a function is below, refunds have tests of their own. */
const forms: readonly Form[] = [
  { source: productTable.source, column: 'summary', mine: 'Mine', theirs: 'Theirs' },
  { source: methodTable.source, column: 'note', mine: 'Mine', theirs: 'Theirs' },
  { source: rateTable.source, column: 'price_minor', mine: 111, theirs: 222 },
  { source: zoneTable, column: 'title', mine: 'Mine', theirs: 'Theirs' },
  { source: packageTable.source, column: 'note', mine: 'Mine', theirs: 'Theirs' },
  { source: colourTable.source, column: 'note', mine: 'Mine', theirs: 'Theirs' },
  { source: paletteTable.source, column: 'note', mine: 'Mine', theirs: 'Theirs' },
  { source: listTable.source, column: 'title', mine: 'Mine', theirs: 'Theirs' },
  { source: batches, column: 'note', mine: 'Mine', theirs: 'Theirs' },
  { source: samples, column: 'note', mine: 'Mine', theirs: 'Theirs' },
  { source: colourStock, column: 'grams', mine: 111, theirs: 222 },
];

interface Call {
  readonly name: string;
  /** What was read, as the function wants to hear it again. */
  readonly read: () => Promise<unknown>;
  /** Null when it is written; else what the first made of it. */
  readonly write: (value: 1 | 2, seen: unknown, backend: Promise<Backend>) => Promise<unknown>;
  readonly told: () => unknown;
}

const known = { variant: '', zones: [] as readonly string[] };

/** Forms that write through a function of the database, which hears what they saw. */
const calls: readonly Call[] = [
  {
    name: 'a kit with its prices',
    read: async () => {
      const [batch] = await rows('batches', 'id,product_id');
      const values = { product_id: batch?.values['product_id'], sku: 'SECOND-WRITER' };
      const sold = {
        title: 'Second writer',
        price_minor: 100,
        weight_grams: 10,
        availability: 'archived',
      };
      const made = await insertDeskRow('variants', { ...values, ...sold }, undefined, first);
      assert.ok(made.ok, made.ok ? '' : made.error.message);
      known.variant = made.value.id;
      return batch?.id;
    },
    write: async (value, seen, backend) => {
      const terms = { moq: 7 * value, capacity: null, tiers: [tier(value)] };
      const saved = await saveBatchKit(String(seen), known.variant, terms, null, { backend });
      return saved.ok ? null : saved.error.theirs;
    },
    told: () => ({ moq: 7, capacity: null, tiers: [tier(1)] }),
  },
  {
    name: 'the zones of a country',
    read: async () => {
      const conditions = [{ column: 'country_code', operator: 'eq', value: 'NL' }];
      const places = { table: 'zone_countries', columns: 'zone_id', key: ['zone_id'], conditions };
      const read = await readDeskRows(places, undefined, first);
      assert.ok(read.ok);
      const seen = read.value.map(({ id }) => id);
      const all = (await rows('shipping_zones', 'id', 9)).map(({ id }) => id);
      known.zones = all.filter((id) => !seen.includes(id));
      return seen;
    },
    write: async (value, seen, backend) => {
      const zones = known.zones.slice(0, value);
      const set = await setCountryZones('NL', zones, seen as readonly string[], { backend });
      return set.ok ? null : set.error.theirs;
    },
    told: () => known.zones.slice(0, 1),
  },
  {
    name: 'the address lock of a batch',
    read: async () => (await rows('batches', 'id,version'))[0],
    write: async (value, seen, backend) => {
      const batch = seen as { readonly id: string; readonly version: number };
      const set = await setAddressLock(batch, `203${value - 1}-01-01T00:00:00Z`, { backend });
      return set.ok ? null : detail(set.error, 'change_address_until');
    },
    told: () => '2030-01-01T00:00:00+00:00',
  },
  {
    name: 'a count of stock',
    read: async () => (await rows('stock_pools', 'id,on_hand'))[0]?.values,
    write: async (value, seen, backend) => {
      const pool = seen as { readonly id: string; readonly on_hand: number };
      const count = { poolId: pool.id, delta: value, expectedOnHand: pool.on_hand };
      const set = await adjustStock({ ...count, reason: 'Counted' }, undefined, backend);
      return set.ok ? null : Number(detail(set.error, 'on_hand')) - pool.on_hand;
    },
    told: () => 1,
  },
];

const tier = (value: number) => ({ from_count: 50 * value, price_minor: 90 });
const detail = ({ details }: BackendError, column: string): unknown =>
  isRecord(details) ? details[column] : null;

describe('of two who write through a function', () => {
  for (const { name, read, write, told } of calls)
    test(`${name}: the second writes nothing and gets what the first made of it`, async () => {
      const seen = await read();
      assert.equal(await write(1, seen, first), null, 'the first one writes');
      assert.deepEqual(await write(2, seen, second), told());
    });
});

describe('of two who change one row', () => {
  for (const { source, column, mine, theirs } of forms)
    test(`${source.table}: the second writes nothing and gets what the first made of it`, async () => {
      const search = { table: source.table, columns: source.columns, limit: 1 };
      const read = await readDeskRows(search, undefined, first);
      const row = read.ok ? read.value[0] : undefined;
      assert.ok(row, 'The demo shop has one');
      assert.equal(typeof row.version, 'number', 'Its version is read with it');
      const done = await updateDeskRow(source, row, { [column]: theirs }, first);
      assert.ok(done.ok && done.value.changed);
      const late = await updateDeskRow(source, row, { [column]: mine }, second);
      assert.ok(late.ok);
      assert.equal(late.value.changed, null);
      assert.equal(late.value.current?.values[column], theirs);
      // Having seen it, they may.
      const { current } = late.value;
      assert.ok(current);
      const again = await updateDeskRow(source, current, { [column]: mine }, second);
      assert.ok(again.ok);
      assert.equal(again.value.changed?.values[column], mine);
    });

  test('the second can’t remove what the first has just changed, and is told', async () => {
    const made = await insertDeskRow(
      'palettes',
      { code: 'second-writer', title: 'Second writer', maker: 'Nobody' },
      undefined,
      first,
    );
    assert.ok(made.ok);
    const { source } = paletteTable;
    const changed = await updateDeskRow(source, made.value, { note: 'Kept' }, first);
    assert.ok(changed.ok && changed.value.changed);
    const where = (version: number | null) => [
      { column: 'id', operator: 'eq', value: made.value.id },
      { column: 'version', operator: 'eq', value: String(version) },
    ];
    const late = await deleteDeskRows('palettes', where(made.value.version), second);
    assert.ok(late.ok);
    assert.equal(late.value, 0);
    const { version } = changed.value.changed;
    const removed = await deleteDeskRows('palettes', where(version), second);
    assert.ok(removed.ok);
    assert.equal(removed.value, 1);
  });

  test('an earlier version of a product comes back whole, unless somebody saved meanwhile', async () => {
    const [option] = await rows('product_options', 'id,product_id');
    const id = String(option?.values['product_id']);
    const product = async () => {
      const read = await readProduct(id, undefined, first);
      assert.ok(read.ok);
      return read.value;
    };
    const before = await product();
    const robbed = removePart(before, 'options', before.options[0]?.id ?? '');
    const changed = patchProduct(robbed, { summary: 'Something else' });
    assert.ok((await saveProduct(changesOf(before, changed), first)).ok);
    const told = await productHistory(id, null, { backend: first });
    assert.ok(told.ok);
    const saves = savesOf(told.value.changes);
    const now = await product();
    assert.ok(now.options.length < before.options.length);
    const back = changesOf(now, asAfter(now, saves, 1));
    assert.ok(
      (await updateDeskRow(productTable.source, now.product, { seo_title: 'Theirs' }, second)).ok,
    );
    const late = await saveProduct(back, first);
    assert.equal(late.ok ? '' : late.error.error.reason, 'version_conflict');
    const seen = await product();
    const done = await saveProduct(changesOf(seen, asAfter(seen, saves, 1)), first);
    assert.ok(done.ok, done.ok ? '' : done.error.error.message);
    const after = await product();
    const words = (rows: typeof before.options) =>
      rows.map(({ id: of, values }) => [of, values['title'], values['position']]);
    assert.deepEqual(words(after.options), words(before.options));
    assert.deepEqual(words(after.values).toSorted(), words(before.values).toSorted());
    assert.equal(after.product.values['summary'], before.product.values['summary']);
    assert.equal(after.product.values['seo_title'], 'Theirs', 'what another wrote is not undone');
  });
});

async function rows(table: string, columns: string, limit = 1) {
  const read = await readDeskRows({ table, columns, limit }, undefined, first);
  assert.ok(read.ok);
  return read.value;
}
