/**
 * What a quote and an order read must not grow with the orders that a shop has behind it, also on a
 * connection that made its plans while there were none.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { generateOrders } from '../../support/data/generated-orders.ts';
import { anonymous, openTestDatabase, person } from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';
import {
  openExplainedDatabase,
  pagesLookedAt,
  rowsLookedAt,
  stepsOf,
  type ExplainedDatabase,
} from '../../support/explained-database.ts';

const database = openTestDatabase();
const sku = 'TRAY-PAIR';
const code = 'EVERYBODY';
const sizes = { small: 1_000, large: 12_000 };
/** A table with so many rows grows with the orders. */
const bigFrom = 1_000;
/** A step that reads by a key sees the few rows of one customer, thing or order. */
const mostRows = 20;
/** An index gets a level more, nothing else may. */
const mostGrowth = 1.2;

const account = person('first');
const proven: Caller = {
  ...account,
  claims: { ...account.claims, email: 'first@people.test' },
};
const callers: Readonly<Record<string, Caller>> = { 'an account': proven, 'a guest': anonymous };
const headers = { 'x-forwarded-for': '192.0.2.7' };

let explained: ExplainedDatabase;

class Undone extends Error {}

const connectNew = () => postgres(explained.url, { max: 1, onnotice() {} });

/** As the caller, and undone: the next one finds the same shop. */
async function undone(sql: Sql, caller: Caller, run: (sql: TransactionSql) => Promise<unknown>) {
  await sql
    .begin(async (transaction) => {
      await assumeCaller(transaction, caller, { headers });
      await run(transaction);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
}

async function look(sql: Sql, caller: Caller) {
  const lines = [await line(database.sql, sku)];
  const { email } = caller.claims;
  const purchase = { lines, code, ...(typeof email === 'string' ? { email } : {}) };
  const asked = async () => {
    explained.take();
    await undone(sql, caller, (transaction) => buy(transaction, purchase));
    return explained.take();
  };
  // The first time a connection also reads what it keeps, and again after each table that is analysed.
  const times = [await asked(), await asked(), await asked(), await asked()];
  const pages = times.map((statements) => Math.max(...statements.map(pagesLookedAt)));
  return times[pages.indexOf(Math.min(...pages))] ?? [];
}

type Statements = Awaited<ReturnType<typeof look>>;

const pagesOf = (statements: Statements, name: string): number =>
  Math.max(
    ...statements.filter(({ query }) => query.includes(`public.${name}(`)).map(pagesLookedAt),
  );

async function bigTables(): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and reltuples >= ${bigFrom}`;
  return new Set(rows.map(({ name }) => name));
}

function scansIn(statements: Statements, big: ReadonlySet<string>): readonly string[] {
  return statements.flatMap(({ query, plan }) =>
    stepsOf(plan)
      .filter((step) => big.has(step['Relation Name'] ?? '') && rowsLookedAt(step) > mostRows)
      .map(
        (step) => `${rowsLookedAt(step)} rows of ${step['Relation Name']}: ${query.slice(0, 120)}`,
      ),
  );
}

describe('a shop with many orders behind it', () => {
  const seen = new Map<string, Statements>();
  let big: ReadonlySet<string>;

  const lookAsAll = async (sql: Sql, when: string) => {
    for (const [who, caller] of Object.entries(callers))
      seen.set(`${who}, ${when}`, await look(sql, caller));
  };

  before(async () => {
    const { sql } = database;
    await sql`update public.variants set max_per_customer = 50 where sku = ${sku}`;
    await sql`update public.products set max_per_customer = 60
      where id = (select product_id from public.variants where sku = ${sku})`;
    await sql`insert into public.discount_codes (code, title, percent, most_per_customer) values (${code}, 'Everybody', 5, 9)`;
    // Something that the customer has bought before.
    const lines = [await line(sql, sku)];
    const email = 'first@people.test';
    await database.keepAs(proven, (transaction) => buy(transaction, { lines, code, email }));
    explained = await openExplainedDatabase(sql, database.url);
    const young = connectNew();
    await lookAsAll(young, 'empty');
    await generateOrders(sql, { sku, code, upTo: sizes.small });
    await lookAsAll(young, 'small');
    await generateOrders(sql, { sku, code, upTo: sizes.large });
    await lookAsAll(young, 'young');
    await young.end();
    await sql`vacuum analyze`;
    big = await bigTables();
    const fresh = connectNew();
    await lookAsAll(fresh, 'fresh');
    await fresh.end();
  });
  after(() => explained.close());

  for (const who of Object.keys(callers)) {
    for (const [age, connection] of [
      ['young', 'a connection that planned while the shop was empty'],
      ['fresh', 'a connection that knows how large it is'],
    ] as const) {
      test(`${who} is served by the keys of a few rows, on ${connection}`, () => {
        assert.deepEqual(scansIn(seen.get(`${who}, ${age}`) ?? [], big), []);
      });
      test(`${who} is served from as few pages as in a small one, on ${connection}`, () => {
        for (const name of ['quote_cart', 'place_order']) {
          const small = pagesOf(seen.get(`${who}, small`) ?? [], name);
          const large = pagesOf(seen.get(`${who}, ${age}`) ?? [], name);
          const told = `${name}: ${small} pages with ${sizes.small} orders, ${large} with ${sizes.large}`;
          assert.ok(small > 10 && large <= small * mostGrowth, told);
        }
      });
    }
  }

  test('the tables of orders are those that it looks at as large ones', () => {
    for (const name of ['order_records', 'order_lines', 'order_contacts', 'holds', 'discount_uses'])
      assert.ok(big.has(name), name);
  });
});
