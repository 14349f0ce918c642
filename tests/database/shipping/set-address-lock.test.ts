import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import { confirmOrder } from '../../support/data/orders.ts';
import { makeBatch, orderKits, pay, type Bought } from '../../support/data/group-buys.ts';

const database = openTestDatabase();
const kits = [{ sku: 'BRAEFELL-PLATE', moq: 1 }];

type Name = Parameters<typeof person>[0];
const lock = (name: Name, batch: string, hours: number | null, version: number) =>
  database.keepAs(
    person(name),
    (sql) => sql`
      select public.set_address_lock(${batch}, now() + make_interval(hours => ${hours}::int), ${version}) as done`,
  );

const reasonOf = async (run: Promise<unknown>) => (await refusalOf(run)).reason;

async function versionOf(batch: string): Promise<number> {
  const [row] = await database.sql<{ version: number }[]>`
    select version from public.batches where id = ${batch}`;
  return row?.version ?? 0;
}

const runJobs = () =>
  database.keepAs(service, async (sql) => {
    const [row] = await sql<{ done: Record<string, unknown> }[]>`
      select public.run_due_jobs() as done`;
    return row?.done ?? {};
  });

/** Ordered a day ago, so that they are no longer those who just typed their address. */
async function orderInto(skus = ['BRAEFELL-PLATE']): Promise<Bought> {
  const bought = await database.keepAs(anonymous, (sql) => orderKits(sql, skus));
  await confirmOrder(database.sql, bought.id);
  await database.sql`
    update public.order_records set placed_at = now() - interval '1 day' where id = ${bought.id}`;
  return bought;
}

const mailsTo = (order: Bought) =>
  database.sql<{ token: string | null; locks: string }[]>`
    select (select s.secrets ->> 'token' from private.mail_secrets s where s.mail_id = outbox.id) as token, payload ->> 'locks_at' as locks from public.outbox
    where kind = 'address_locks' and payload ->> 'order_id' = ${order.id}`;

describe('set_address_lock', () => {
  test('fulfilment says when the addresses of a batch are final, and what changed is on record', async () => {
    const batch = await makeBatch(database.sql, kits);
    await lock('fulfilment', batch, 72, await versionOf(batch));
    const [row] = await database.sql`
      select change_address_until > now() + interval '71 hours' as later,
        (select count(*)::int from public.audit_log where table_name = 'batches' and row_id = ${batch}
          and after ->> 'change_address_until' is not null) as noted
      from public.batches where id = ${batch}`;
    assert.deepEqual({ ...row }, { later: true, noted: 1 });
    await lock('owner', batch, null, await versionOf(batch));
  });

  test('of two who set it, the second is refused and told what it is', async () => {
    const batch = await makeBatch(database.sql, kits);
    const version = await versionOf(batch);
    await lock('fulfilment', batch, 72, version);
    const refusal = await refusalOf(lock('owner', batch, 96, version));
    assert.equal(refusal.reason, 'batch_changed');
    assert.equal((refusal.details as { version?: number }).version, await versionOf(batch));
  });

  test('a moment that has passed, another role and a batch that is not there are refused', async () => {
    const batch = await makeBatch(database.sql, kits);
    const version = await versionOf(batch);
    assert.equal(await reasonOf(lock('fulfilment', batch, -1, version)), 'wrong_moment');
    for (const name of ['editor', 'support', 'first'] as const)
      assert.equal(await reasonOf(lock(name, batch, 72, version)), 'not_allowed');
    const none = '00000000-0000-4000-8000-000000000000';
    assert.equal(await reasonOf(lock('owner', none, 72, 1)), 'unknown_batch');
  });
});

describe('two days before addresses are final', () => {
  test('each buyer with an open order is told once, however often and at once it runs', async () => {
    const batch = await makeBatch(database.sql, kits);
    const waiting = await orderInto();
    const paid = await orderInto();
    await pay(database.sql, paid);
    await lock('fulfilment', batch, 49, await versionOf(batch));
    await runJobs();
    assert.equal((await mailsTo(waiting)).length, 0, 'not before');
    await lock('fulfilment', batch, 47, await versionOf(batch));
    await Promise.all(Array.from({ length: 4 }, runJobs));
    await runJobs();
    for (const order of [waiting, paid]) {
      const mails = await mailsTo(order);
      assert.equal(mails.length, 1);
      assert.equal(mails[0]?.token?.length, 64, 'a guest comes in by the mail');
      assert.ok(mails[0].locks);
    }
  });

  test('the setting says how long before', async () => {
    const batch = await makeBatch(database.sql, kits);
    const order = await orderInto();
    const notice = (hours: number) =>
      database.sql`update public.settings set value = ${hours} where key = 'hours_address_lock_notice'`;
    await notice(10);
    await lock('fulfilment', batch, 12, await versionOf(batch));
    await runJobs();
    assert.equal((await mailsTo(order)).length, 0);
    await notice(14);
    await runJobs();
    assert.equal((await mailsTo(order)).length, 1);
    await notice(48);
  });

  test('who cancelled, what has left and whoever ordered just now are not', async () => {
    const batch = await makeBatch(database.sql, kits);
    const gone = await orderInto();
    const left = await orderInto();
    const fresh = await database.keepAs(anonymous, (sql) => orderKits(sql, ['BRAEFELL-PLATE']));
    await pay(database.sql, left);
    await database.keepAs(
      person('owner'),
      (sql) =>
        sql`select public.transition_orders(array[${gone.id}]::uuid[], 'cancelled', 'A test')`,
    );
    for (const to of ['ready_to_ship', 'shipped'])
      await database.keepAs(
        person('owner'),
        (sql) => sql`select public.transition_orders(array[${left.id}]::uuid[], ${to}, '')`,
      );
    await lock('fulfilment', batch, 40, await versionOf(batch));
    await runJobs();
    for (const order of [gone, left, fresh]) assert.equal((await mailsTo(order)).length, 0);
  });
});
