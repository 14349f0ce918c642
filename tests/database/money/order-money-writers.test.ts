import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase, rolledBack, service } from '../../support/database.ts';
import type { AnySql } from '../../support/data/orders.ts';

const database = openTestDatabase();

const sums = [
  'subtotal_minor',
  'discount_minor',
  'shipping_minor',
  'tax_minor',
  'total_minor',
  'captured_minor',
  'refunded_minor',
  'refund_due_minor',
  'forgone_minor',
];

/** What a function does to the books, by table. */
interface Writer {
  readonly name: string;
  readonly does: string;
}

/** Texts of functions, their comments and the names that search paths leave out taken away. */
async function writers(sql: AnySql): Promise<readonly string[]> {
  const rows = await sql<{ name: string; body: string }[]>`
    select p.proname as name, regexp_replace(p.prosrc, '--[^\n]*', '', 'g') as body
    from pg_proc p where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)`;
  const found: Writer[] = [];
  for (const { name, body } of rows) {
    const statements = body.toLowerCase().split(';');
    for (const statement of statements) {
      for (const [does] of statement.matchAll(
        /(?:insert into|delete from|update) (?:public\.)?(?:order_entries|payments)\b/g,
      ))
        found.push({ name, does });
      if (/insert into public\.order_records/.test(statement))
        found.push({ name, does: 'insert into order_records' });
      const update = /update public\.order_records(.*)/s.exec(statement)?.[1] ?? '';
      const set = sums.filter((column) =>
        new RegExp(`(?:set|,|\\()\\s*(?:\\w+\\.)?${column}\\s*=`).test(update),
      );
      if (set.length > 0) found.push({ name, does: `set ${set.join(' ')}` });
    }
  }
  return found.map(({ name, does }) => `${name}: ${does.replace('public.', '')}`).toSorted();
}

const agreed = [
  'capture_money: insert into payments',
  'count_books: set subtotal_minor discount_minor shipping_minor tax_minor total_minor captured_minor refunded_minor forgone_minor',
  'enter: insert into order_entries',
  'enter_costs: insert into order_entries',
  'give_money_back: insert into order_entries',
  'give_money_back: insert into payments',
  'move_charge: insert into payments',
  'tell_refund: update payments',
  'write_order: insert into order_records',
];

test('no function but those of the books writes a sum of an order, an entry or a payment', async () => {
  assert.deepEqual(await writers(database.sql), agreed);
});

test('and it would be noticed if another did', async () => {
  const found = await rolledBack(database.sql, service, async (sql) => {
    await sql`reset role`;
    await sql.unsafe(`
      create function private.planted() returns void language sql as $$
        update public.order_records o set address_question = null, captured_minor = 0 where false;
        delete from public.payments where false; $$`);
    return writers(sql);
  });
  assert.deepEqual(
    found.filter((writer) => writer.startsWith('planted')),
    ['planted: delete from payments', 'planted: set captured_minor'],
  );
});

test('what is owed back is computed by its column, so that not even they write it', async () => {
  await assert.rejects(
    database.sql`update public.order_records set refund_due_minor = 1`,
    /refund_due_minor/,
  );
});
