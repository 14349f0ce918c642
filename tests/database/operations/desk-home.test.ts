import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import type { HomeRow } from '../../../src/features/workshop/model/desk-home.ts';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  type PersonName,
} from '../../support/database.ts';
import { decidePhoto, sentPhoto } from '../../support/data/customer-photos.ts';
import { endWindow, makeBatch } from '../../support/data/group-buys.ts';
import { buy, line } from '../../support/data/orders.ts';

const database = openTestDatabase();

const ask = (name: PersonName) =>
  database.as(person(name), async (sql) => [
    ...(await sql<HomeRow[]>`select * from public.desk_home()`),
  ]);
const told = async (name: PersonName, what: string) =>
  (await ask(name)).find((row) => row.what === what);

async function order(sku: string) {
  const lines = [await line(database.sql, sku)];
  const email = `${randomUUID()}@buyers.test`;
  return (await database.keepAs(anonymous, (sql) => buy(sql, { lines, email }))).order;
}

describe('desk_home', () => {
  test('counts the rows of each status and sums what is due', async () => {
    const { id, total_minor: total } = await order('FOAM-60');
    const before = await told('owner', 'awaiting_payment');
    const ready = (await told('support', 'ready_to_ship'))?.count ?? 0;
    const [row] = await database.sql<{ count: number; due: number }[]>`
      select count(*)::int, sum(private.due_now(o))::int as due from public.order_records o where o.status = 'awaiting_payment'`;
    assert.deepEqual([before?.count, before?.amount_minor], [row?.count, row?.due]);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.record_payment(${id}, ${total}, ${randomUUID()})`,
    );
    await database.keepAs(
      person('fulfilment'),
      (sql) => sql`select public.transition_orders(array[${id}]::uuid[], 'ready_to_ship', '')`,
    );
    assert.equal((await told('owner', 'awaiting_payment'))?.count, (before?.count ?? 0) - 1);
    assert.equal((await told('support', 'ready_to_ship'))?.count, ready + 1);
  });

  test('of more than a thousand that wait it counts no more, and sums nothing up by half', async () => {
    const waits = await database.as(person('owner'), async (sql) => {
      await sql`reset role`;
      await sql`set local session_replication_role = replica`;
      await sql`
        insert into public.order_records (id, number, status, payment, country_code, shipping_method_name, subtotal_minor,
          shipping_minor, tax_minor, tax_included_minor, total_minor, consents, placed_at, pay_by)
        select gen_random_uuid(), 'KW-77' || n, 'awaiting_payment', 'invoice', 'NL', 'Parcel', 100, 0, 0, 0, 100, '{}', now(), now()
        from generate_series(100000, 101100) n`;
      await sql`set local role authenticated`;
      return sql<HomeRow[]>`select * from public.desk_home() where what = 'awaiting_payment'`;
    });
    assert.deepEqual([waits[0]?.count, waits[0]?.amount_minor], [1001, null]);
  });

  test('today and the same hours a week ago are counted apart', async () => {
    const was = [await told('owner', 'today'), await told('owner', 'week_ago')];
    const one = await order('FOAM-60');
    const other = await order('FOAM-60');
    await database.sql`
      update public.order_records set placed_at = now() - interval '7 days' - interval '1 millisecond' where id = ${other.id}`;
    const is = [await told('owner', 'today'), await told('owner', 'week_ago')];
    assert.deepEqual(
      is.map((row, index) => [
        (row?.count ?? 0) - (was[index]?.count ?? 0),
        (row?.amount_minor ?? 0) - (was[index]?.amount_minor ?? 0),
      ]),
      [
        [1, one.total_minor],
        [1, other.total_minor],
      ],
    );
  });

  test('a group buy is said in its last week, and no longer once it is settled', async () => {
    const batch = await makeBatch(database.sql, [{ sku: 'BRAEFELL-PLATE', moq: 1 }]);
    const said = async () => {
      const [{ code } = { code: '' }] = await database.sql<{ code: string }[]>`
        select code from public.batches where id = ${batch}`;
      return (await ask('editor')).some(
        ({ what, subject }) => what === 'batch_ends' && subject.startsWith(`${code}: `),
      );
    };
    await endWindow(database.sql, batch);
    assert.equal(await said(), true);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.close_batch(${batch}, false)`,
    );
    assert.equal(await said(), false);
  });

  test('photos that wait are counted for whoever decides about them', async () => {
    const count = async (name: PersonName) => (await told(name, 'waiting_photos'))?.count;
    const { id } = await sentPhoto(database);
    assert.deepEqual([await count('owner'), await count('editor')], [1, 1]);
    assert.deepEqual([await count('support'), await count('fulfilment')], [undefined, undefined]);
    await decidePhoto(database, person('editor'), id, 'declined', 'Too dark');
    assert.equal(await count('editor'), 0);
  });

  test('each role is told of what it may open alone', async () => {
    const kinds = async (name: PersonName) => new Set((await ask(name)).map(({ what }) => what));
    const [owner, editor, fulfilment, support] = await Promise.all([
      kinds('owner'),
      kinds('editor'),
      kinds('fulfilment'),
      kinds('support'),
    ]);
    assert.ok(owner.has('today') && owner.has('draft') && owner.has('refund_due'));
    assert.ok(editor.has('draft') && !editor.has('today') && !editor.has('awaiting_payment'));
    assert.ok(
      fulfilment.has('today') && fulfilment.has('ready_to_ship') && !fulfilment.has('draft'),
    );
    assert.ok(support.has('ready_to_ship') && !support.has('today') && !support.has('draft'));
  });

  test('who does not work here is told nothing', async () => {
    for (const name of ['first', 'former'] as const) {
      const { reason } = await refusalOf(ask(name));
      assert.equal(reason, 'not_allowed');
    }
  });
});
