import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  service,
} from '../../support/database.ts';
import {
  buy,
  defaultOptions,
  dutchAddress,
  findBrokenInvariants,
  letTimeToPayPass,
  line,
  payInFull,
  type Purchase,
} from '../../support/data/orders.ts';

const database = openTestDatabase();
const limited = 'CASE-INK';
const plain = 'FOAM-60';

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

/** As a guest whose request comes from that address. */
const from = <T>(address: string, run: (sql: TransactionSql) => Promise<T>) =>
  database.keepAs(anonymous, async (sql) => {
    await sql`select set_config('request.headers', ${JSON.stringify({ 'x-forwarded-for': address })}, true)`;
    return run(sql);
  });

const asGuest = (purchase: Purchase) => database.keepAs(anonymous, (sql) => buy(sql, purchase));
const one = async (sku = plain) => [await line(database.sql, sku)];

const stock = (sku: string, units: number) =>
  database.sql`update public.stock_pools s set on_hand = s.allocated + ${units}
    from public.variants v where v.stock_pool_id = s.id and v.sku = ${sku}`;

const mailsTo = (mailbox: string) => database.sql<
  { kind: string; number: string; name: string | null; text: string }[]
>`
  select kind, payload ->> 'number' as number, payload ->> 'name' as name, payload::text as text
  from public.outbox where recipient = ${mailbox} and payload ? 'order_id' order by created_at, id`;

async function secretIn(order: string): Promise<string> {
  const [row] = await database.sql<{ token: string }[]>`
    select s.secrets ->> 'token' as token from private.mail_secrets s
    join public.outbox m on m.id = s.mail_id where m.dedupe_key = ${`order_placed:${order}:placed`}`;
  assert.ok(row, 'No mail asked about this order');
  return row.token;
}

interface Opened {
  readonly trouble: { readonly reason: string } | null;
  readonly order: { readonly pay_by: string; readonly confirmed_at: string | null };
}

const openedBy = (number: string, secret: string) =>
  database.keepAs(anonymous, async (sql) => {
    const [row] = await sql<{ opened: Opened }[]>`
      select public.open_order(${number}, ${secret}) as opened`;
    assert.ok(row);
    return row.opened;
  });

const confirm = async (order: { id: string; number: string }) =>
  openedBy(order.number, await secretIn(order.id));

async function hoursLeft(order: string): Promise<number> {
  const [row] = await database.sql<{ hours: number; held: number }[]>`
    select round(extract(epoch from o.pay_by - now()) / 3600, 1)::float8 as hours,
      round(extract(epoch from h.expires_at - now()) / 3600, 1)::float8 as held
    from public.order_records o join private.holds h on h.order_id = o.id where o.id = ${order} limit 1`;
  assert.ok(row);
  assert.equal(row.hours, row.held);
  return row.hours;
}

async function statusOf(order: string) {
  const [row] = await database.sql<{ status: string; due: number; paid: number }[]>`
    select status::text, refund_due_minor as due, captured_minor as paid from public.order_records where id = ${order}`;
  return row;
}

describe('confirming an order', () => {
  before(async () => {
    await stock(plain, 1000);
    await stock(limited, 1000);
    await database.sql`update public.variants set max_per_customer = 1 where sku = ${limited}`;
    await database.sql`
    insert into public.discount_codes (code, title, percent, most_uses) values ('LAST-ONE', 'Once', 50, 1), ('ALL-OF-IT', 'Free', 100, null)`;
    await database.sql`
    insert into public.discount_codes (code, title, percent, most_per_customer) values ('ONCE-EACH', 'Once each', 10, 1)`;
  });

  describe('an order that nobody answers for yet', () => {
    test('holds its goods for half an hour, and to the day to pay by once its mail was opened', async () => {
      const { order } = await asGuest({ lines: await one(), email: 'slow@guests.test' });
      assert.equal(await hoursLeft(order.id), 0.5);
      await openedBy(order.number, order.token);
      assert.equal(await hoursLeft(order.id), 0.5, 'the browser that ordered proves nothing');
      const opened = await confirm(order);
      assert.ok(opened.trouble === null && opened.order.confirmed_at !== null);
      assert.equal(await hoursLeft(order.id), 72);
    });

    test('is answered for by an account and by money', async () => {
      const lines = await one();
      const own = await database.keepAs(person('first'), (sql) =>
        buy(sql, { lines, email: 'first@people.test' }),
      );
      assert.equal(await hoursLeft(own.order.id), 72);
      const { order } = await asGuest({ lines, email: 'payer@guests.test' });
      await payInFull(database.sql, order.id);
      const [row] = await database.sql`
      select status::text, confirmed_at is not null as confirmed from public.order_records where id = ${order.id}`;
      assert.deepEqual({ ...row }, { status: 'paid', confirmed: true });
    });

    test('of an account without a mailbox waits like a guest’s', async () => {
      await database.sql`update auth.users set email_confirmed_at = null where id = ${personId('support')}`;
      await database.sql`delete from private.staff where user_id = ${personId('support')}`;
      const { order } = await database.keepAs(person('support'), async (sql) =>
        buy(sql, { lines: await one(), email: 'nobody@guests.test', code: 'LAST-ONE' }),
      );
      assert.equal(await hoursLeft(order.id), 0.5);
      const [code] = await database.sql`
        select used_count from public.discount_codes where code = 'LAST-ONE'`;
      assert.equal(code?.['used_count'], 0);
    });

    test('ends by the clock, and its mailbox is not told', async () => {
      const { order } = await asGuest({ lines: await one(), email: 'never@guests.test' });
      await database.sql`update public.order_records set pay_by = now() - interval '1 second' where id = ${order.id}`;
      await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
      assert.equal((await statusOf(order.id))?.status, 'expired');
      assert.deepEqual(
        (await mailsTo('never@guests.test')).map(({ kind }) => kind),
        ['order_placed'],
      );
    });

    test('that costs nothing waits for its mail like any other', async () => {
      const [free] = await database.sql`
      update public.shipping_rates set price_minor = 0 returning 1 as ok`;
      assert.ok(free);
      const { order } = await asGuest({
        lines: await one(),
        code: 'ALL-OF-IT',
        email: 'free@guests.test',
      });
      assert.deepEqual([order.total_minor, order.status], [0, 'awaiting_payment']);
      await confirm(order);
      assert.equal((await statusOf(order.id))?.status, 'paid');
    });
  });

  describe('the mail of an order', () => {
    test('sixty orders in one name are one mail, without a word of the sender', async () => {
      const words = 'Win money at evil.example now';
      const address = { ...dutchAddress, name: words, line1: words };
      const lines = await one();
      const orders: { id: string; number: string; token: string }[] = [];
      for (let count = 0; count < 60; count += 1) {
        const email = count % 2 === 0 ? 'victim@example.test' : 'Victim+offer@Example.TEST';
        orders.push((await asGuest({ lines, email, address })).order);
      }
      const [first, second] = orders;
      assert.ok(first && second);
      await database.keepAs(
        anonymous,
        (sql) => sql`select public.cancel_order(${second.id}, ${words}, ${second.token})`,
      );
      const mails = await mailsTo('victim@example.test');
      assert.deepEqual(
        mails.map(({ kind, number, name }) => ({ kind, number, name })),
        [{ kind: 'order_placed', number: first.number, name: null }],
      );
      assert.ok(!mails[0]?.text.includes('evil'));
      assert.equal((await mailsTo('Victim+offer@Example.TEST')).length, 0);
      await confirm(first);
      const rest = await database.sql<{ n: number }[]>`
      select count(*)::int as n from public.outbox where lower(recipient) like 'victim%' and kind = 'order_placed'`;
      assert.equal(rest[0]?.n, 2, 'the answer asks about the next order, and one more alone');
    });

    test('that waited goes out when its order is paid', async () => {
      const email = 'both@guests.test';
      await asGuest({ lines: await one(), email });
      const { order } = await asGuest({ lines: await one(), email });
      await payInFull(database.sql, order.id);
      const kinds = (await mailsTo(email)).filter(({ number }) => number === order.number);
      assert.deepEqual(kinds.map(({ kind }) => kind).toSorted(), [
        'order_placed',
        'payment_received',
      ]);
      await openedBy(order.number, await secretIn(order.id));
    });

    test('three unanswered ones a day are all that a mailbox gets', async () => {
      for (let count = 0; count < 6; count += 1) {
        await asGuest({ lines: await one(), email: 'daily@guests.test' });
        await database.sql`
        update private.order_contacts set asked_at = asked_at - interval '1 hour' where mailbox = 'daily@guests.test'`;
      }
      assert.equal((await mailsTo('daily@guests.test')).length, 3);
    });

    test('says nothing that a stranger typed to an account that claimed the order, nor when staff cancel it', async () => {
      const email = 'second@people.test';
      const address = { ...dutchAddress, name: 'Evil words' };
      const { order } = await asGuest({ lines: await one(), email, address });
      await database.keepAs(person('second'), (sql) => sql`select public.claim_guest_orders()`);
      await letTimeToPayPass(database.sql, order.id);
      await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
      const other = (await asGuest({ lines: await one(), email, address })).order;
      await database.keepAs(
        person('owner'),
        (sql) => sql`select public.cancel_order(${other.id}, 'Nobody answers.')`,
      );
      const told = (await mailsTo(email)).filter(({ number }) =>
        [order.number, other.number].includes(number),
      );
      assert.deepEqual(
        told.map(({ kind, name }) => [kind, name]),
        [
          ['order_placed', null],
          ['order_cancelled', null],
        ],
      );
    });

    test('of an account to another mailbox asks it too', async () => {
      const { order } = await database.keepAs(person('second'), async (sql) =>
        buy(sql, { lines: await one(), email: 'stranger@guests.test' }),
      );
      await database.keepAs(
        person('second'),
        (sql) => sql`select public.cancel_order(${order.id}, 'Evil words')`,
      );
      const mails = await mailsTo('stranger@guests.test');
      assert.deepEqual(
        mails.map(({ kind, name }) => [kind, name]),
        [['order_placed', null]],
      );
    });
  });

  describe('limits per person', () => {
    test('no answer to a guest tells what a mailbox bought or which codes it used', async () => {
      const known = 'known@guests.test';
      const { order } = await asGuest({
        lines: await one(limited),
        email: known,
        code: 'ONCE-EACH',
      });
      await confirm(order);
      await payInFull(database.sql, order.id);
      const lines = await one(limited);
      const answers = await Promise.all(
        [known, 'unknown@guests.test'].map((email) =>
          refusalOf(asGuest({ lines, email, code: 'ONCE-EACH', hash: 'x' })),
        ),
      );
      assert.deepEqual(
        answers.map(({ reason }) => reason),
        ['quote_changed', 'quote_changed'],
      );
    });

    test('an order in the name of others keeps them from nothing', async () => {
      await asGuest({ lines: await one(limited), email: 'second@people.test', code: 'ONCE-EACH' });
      await database.keepAs(person('second'), (sql) => sql`select public.claim_guest_orders()`);
      const { order } = await database.keepAs(person('second'), async (sql) =>
        buy(sql, { lines: await one(limited), email: 'second@people.test', code: 'ONCE-EACH' }),
      );
      assert.equal(order.status, 'awaiting_payment');
    });

    test('hold however the mailbox is spelt, when an order is confirmed', async () => {
      const first = await asGuest({ lines: await one(limited), email: 'many@guests.test' });
      assert.equal((await confirm(first.order)).trouble, null);
      for (const email of ['MANY@guests.test', 'many+1@guests.test', 'many@Guests.test.']) {
        await database.sql`update private.order_contacts set asked_at = null`;
        const again = await asGuest({ lines: await one(limited), email });
        assert.equal((await confirm(again.order)).trouble?.reason, 'over_limit', email);
      }
    });

    test('hold when money comes first: what is too many is cancelled and paid back', async () => {
      const email = 'eager@guests.test';
      const orders = [];
      for (let count = 0; count < 4; count += 1)
        orders.push((await asGuest({ lines: await one(limited), email })).order);
      await Promise.all(
        orders.map(({ id }) =>
          database.sql.begin(async (sql) => {
            await sql`select private.lock_customer_of(${id})`;
            await sql`select private.capture_money(o, 'invoice', 'Race', o.total_minor, 'shop') from public.order_records o where o.id = ${id} for update`;
          }),
        ),
      );
      const states = await Promise.all(orders.map(({ id }) => statusOf(id)));
      assert.equal(states.filter((state) => state?.status === 'paid' && state.due === 0).length, 1);
      assert.equal(
        states.filter((state) => state?.status === 'cancelled' && state.due === state.paid).length,
        3,
      );
    });

    test('hold for an account at once, and for its other spellings', async () => {
      await database.sql`update auth.users set email = 'first+2@people.test' where id = ${personId('former')}`;
      const place = (name: 'first' | 'former', email: string) =>
        database.keepAs(person(name), async (sql) =>
          buy(sql, { lines: await one(limited), email }),
        );
      await place('first', 'first@people.test');
      assert.equal((await refusalOf(place('first', 'else@guests.test'))).reason, 'over_limit');
      assert.equal((await refusalOf(place('former', 'first+2@people.test'))).reason, 'over_limit');
    });
  });

  describe('the last use of a code', () => {
    const used = async () => {
      const [row] = await database.sql<{ n: number }[]>`
      select used_count as n from public.discount_codes where code = 'LAST-ONE'`;
      return row?.n;
    };

    test('goes to who confirms or pays first, and the later order says so', async () => {
      const place = async (email: string) =>
        (await asGuest({ lines: await one(), code: 'last-one', email })).order;
      const [thief, buyer, payer] = [
        await place('thief@guests.test'),
        await place('buyer@guests.test'),
        await place('payer2@guests.test'),
      ];
      assert.equal(await used(), 0);
      assert.equal((await confirm(buyer)).trouble, null);
      assert.equal(await used(), 1);
      assert.equal((await confirm(thief)).trouble?.reason, 'code_used_up');
      assert.equal(await hoursLeft(thief.id), 0.5);
      await database.sql`update public.payment_methods set is_offered = true where code = 'demo'`;
      const begun = database.keepAs(
        anonymous,
        (sql) => sql`select public.begin_payment(${payer.id}, ${payer.token}, 'demo')`,
      );
      assert.equal((await refusalOf(begun)).reason, 'code_used_up');
      await payInFull(database.sql, payer.id);
      const { status, due, paid } = (await statusOf(payer.id)) ?? {};
      assert.deepEqual([status, due], ['cancelled', paid]);
      await database.keepAs(
        anonymous,
        (sql) => sql`select public.cancel_order(${buyer.id}, '', ${buyer.token})`,
      );
      assert.equal(await used(), 0);
    });
  });

  describe('what one client may hold unpaid', () => {
    test('nobody keeps the last six from all others', async () => {
      const sku = 'MERLOW-CREAM';
      await database.sql`update public.variants set max_per_customer = null where sku = ${sku}`;
      await database.sql`update public.products set max_per_customer = null`;
      await stock(sku, 6);
      const lines = await one(sku);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 6 }, () => from('203.0.113.7', (sql) => buy(sql, { lines }))),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
      const refusal = await refusalOf(from('203.0.113.7', (sql) => buy(sql, { lines })));
      assert.deepEqual([refusal.code, refusal.reason], ['PT409', 'over_limit']);
      const other = await from('198.51.100.1', (sql) => buy(sql, { lines }));
      assert.equal(other.order.status, 'awaiting_payment');
      await database.sql`update public.order_records o set pay_by = now() from private.order_contacts c
      where c.order_id = o.id and o.status = 'awaiting_payment' and c.client_hash is not null`;
      await database.sql`update private.holds set expires_at = now() where state = 'held' and expires_at is not null`;
      await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
      await from('198.51.100.1', async (sql) => buy(sql, { lines: [await line(sql, sku, 3)] }));
    });

    test('many unpaid orders from one address are refused, from others not', async () => {
      const lines = await one();
      await database.sql`update public.settings set value = 5 where key = 'unpaid_orders_per_client'`;
      const place = (address: string, purchase: Partial<Purchase> = {}) =>
        from(address, (sql) => buy(sql, { lines, ...purchase }));
      const key = '11111111-2222-4333-8444-555555555555';
      const email = 'replay@guests.test';
      const placed = await place('203.0.113.9', { key, email });
      const at = await Promise.allSettled(Array.from({ length: 8 }, () => place('203.0.113.9')));
      assert.equal(at.filter(({ status }) => status === 'fulfilled').length, 4);
      const refusal = await refusalOf(place('203.0.113.9'));
      assert.deepEqual([refusal.code, refusal.reason], ['PT429', 'too_many_orders']);
      const again = await place('203.0.113.9', { key, email });
      assert.deepEqual([again.replayed, again.order.id], [true, placed.order.id]);
      await from(
        '203.0.113.9',
        (sql) => sql`select public.cancel_order(${placed.order.id}, '', ${placed.order.token})`,
      );
      assert.equal(
        (await refusalOf(place('203.0.113.9'))).reason,
        'too_many_orders',
        'cancelling makes no room',
      );
      await place('198.51.100.9');
      await database.sql`update public.order_records set placed_at = placed_at - interval '11 minutes'`;
      await place('203.0.113.9');
    });

    test('orders from many addresses that nobody pays change nothing for others', async () => {
      const sku = 'BRAEFELL-KIT';
      const kit = {
        ...(await line(database.sql, sku, 2)),
        options: await defaultOptions(database.sql, sku),
      };
      const read = async () => {
        const [row] = await database.sql`
          select k.ordered_count, a.price_minor, (select used_count from public.discount_codes where code = 'LAST-ONE') as uses
          from public.batch_kits k join public.variants v on v.id = k.variant_id
          join public.availability a on a.variant_id = v.id where v.sku = ${sku}`;
        return { ...row };
      };
      const before = await read();
      const email = 'former@people.test';
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          from(`192.0.2.${index}`, async (sql) => {
            await buy(sql, { lines: [kit], email, code: 'last-one' });
            await buy(sql, { lines: await one(limited), email });
          }),
        ),
      );
      assert.deepEqual(await read(), before);
      assert.equal((await mailsTo(email)).length, 1);
      await database.sql`update auth.users set email = ${email} where id = ${personId('former')}`;
      await database.keepAs(person('former'), async (sql) =>
        buy(sql, { lines: await one(limited), email, code: 'last-one' }),
      );
    });

    test('where no platform reports an address, nothing is limited by it', async () => {
      const lines = await one();
      for (let count = 0; count < 7; count += 1) await asGuest({ lines });
    });
  });
});
