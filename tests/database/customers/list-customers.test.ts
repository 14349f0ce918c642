import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
  service,
  type PersonName,
} from '../../support/database.ts';
import { assertForStaffAlone, newEmail, placeAs } from '../../support/data/customers.ts';
import { confirmOrder } from '../../support/data/orders.ts';

const database = openTestDatabase();

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly email: string;
  readonly orders: number;
  readonly open_orders: number;
  readonly other_orders: number;
  readonly spent_minor: number;
  readonly due_minor: number;
  readonly last_order_at: Date | null;
  readonly is_banned: boolean;
}

interface Asked {
  readonly search?: string;
  readonly kind?: string;
  readonly isOpen?: boolean;
  readonly isBanned?: boolean;
  readonly sort?: string;
  readonly isAscending?: boolean;
  readonly after?: readonly [value: string | null, id: string];
  readonly most?: number;
}

const list = (asked: Asked = {}, name: PersonName = 'owner') =>
  database.keepAs(person(name), async (sql) => [
    ...(await sql<Row[]>`
      select * from public.list_customers(
        p_search => ${asked.search ?? ''}, p_kind => ${asked.kind ?? null}, p_is_open => ${asked.isOpen ?? null},
        p_is_banned => ${asked.isBanned ?? null}, p_sort => ${asked.sort ?? 'last_order_at'},
        p_is_ascending => ${asked.isAscending ?? false}, p_after_value => ${asked.after?.[0] ?? null},
        p_after_id => ${asked.after?.[1] ?? null}, p_most => ${asked.most ?? 100})`),
  ]);

const found = async (search: string, name: PersonName = 'owner') => list({ search }, name);

const place = (email: string) => placeAs(database, email);

describe('list_customers', () => {
  test('a guest is one row with the sum of what came and what is due', async () => {
    const email = newEmail();
    const [one, two] = [await place(email.toUpperCase()), await place(email)];
    for (const { id } of [one, two]) await confirmOrder(database.sql, id);
    const [row] = await found(email);
    assert.deepEqual(
      [row?.kind, row?.email, row?.name, row?.orders, row?.open_orders, row?.spent_minor],
      ['guest', email, 'Ada Buyer', 2, 2, 0],
    );
    assert.equal(row?.due_minor, one.total_minor + two.total_minor);
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.record_payment(${one.id}, ${one.total_minor}, 'T-1', '')`,
    );
    const [paid] = await found(email);
    assert.deepEqual(
      [paid?.spent_minor, paid?.due_minor, paid?.id],
      [one.total_minor, two.total_minor, row?.id],
    );
  });

  test('a guest and the account that proves the same address are one row, whichever came first', async () => {
    const [early, late] = [newEmail(), newEmail()];
    await place(early);
    const [guest] = await found(early);
    await database.keepAs(
      person('support'),
      (sql) => sql`select public.add_customer_note(${guest?.id ?? ''}, 'Called twice')`,
    );
    const ids = { [early]: randomUUID(), [late]: randomUUID() };
    for (const [email, id] of Object.entries(ids))
      await database.sql`insert into auth.users (id, email) values (${id}, ${email})`;
    // Anybody may sign up with an address that is not theirs.
    assert.deepEqual(
      (await found(early)).map(({ kind, orders }) => `${kind} ${orders}`).toSorted(),
      ['account 0', 'guest 1'],
    );
    await database.sql`update auth.users set email_confirmed_at = now() where email in (${early}, ${late})`;
    await place(late);
    for (const email of [early, late]) {
      const rows = await found(email);
      assert.deepEqual(
        rows.map(({ id, kind, orders }) => [id, kind, orders]),
        [[ids[email], 'account', 1]],
      );
    }
    const notes =
      await database.sql`select text from public.customer_notes where customer_id = ${ids[early] ?? ''}`;
    assert.deepEqual([...notes], [{ text: 'Called twice' }]);
  });

  test('a claimed order, a changed address and a deleted account leave no second row behind', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const id = randomUUID();
    await place(email);
    await database.sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
    await database.sql`update public.order_records o set user_id = ${id} from private.order_contacts c where c.order_id = o.id and c.email = ${email}`;
    assert.deepEqual(
      (await found(email)).map((row) => [row.id, row.orders]),
      [[id, 1]],
    );
    await database.sql`update auth.users set email = ${other} where id = ${id}`;
    assert.deepEqual((await found(email)).length, 0);
    assert.deepEqual(
      (await found(other)).map((row) => [row.id, row.orders]),
      [[id, 1]],
    );
    await database.sql`delete from auth.users where id = ${id}`;
    // Its order is still under way, and its address on it.
    assert.deepEqual(
      (await found(email)).map((row) => [row.kind, row.orders]),
      [['guest', 1]],
    );
    await database.sql`update private.order_contacts set email = 'deleted@account.invalid' where email = ${email}`;
    assert.deepEqual((await found(email)).length, 0);
    assert.deepEqual((await found('deleted@account')).length, 0);
  });

  test('what two orders change at once is counted once both are done', async () => {
    const email = newEmail();
    await Promise.all([place(email), place(email), list(), place(email), list()]);
    const [row] = await found(email);
    assert.equal(row?.orders, 3);
    const left = await database.sql`select from private.customer_changes`;
    assert.equal(left.length, 0);
  });

  test('the clock counts who nobody looks at', async () => {
    const email = newEmail();
    await place(email);
    await database.keepAs(service, (sql) => sql`select public.run_due_jobs()`);
    const rows = await database.sql`select orders from private.customers where email = ${email}`;
    assert.deepEqual([...rows], [{ orders: 1 }]);
  });

  test('orders in another currency are told apart and left out of the sums', async () => {
    const email = newEmail();
    const { id, total_minor } = await place(email);
    await place(email);
    await database.sql`update public.order_records set currency = 'USD', total_minor = total_minor where id = ${id}`;
    await database.sql`insert into private.customer_changes (order_id) values (${id})`;
    const [row] = await found(email);
    assert.deepEqual([row?.orders, row?.other_orders, row?.due_minor], [2, 1, total_minor]);
  });

  test('it is found by any part of name and address, by an order’s number, and by nothing that only means something in a pattern', async () => {
    const email = newEmail();
    const { number } = await place(email);
    assert.equal((await found(email.slice(2, -3))).length, 1);
    assert.ok((await found('ada b')).some((row) => row.email === email));
    assert.deepEqual(
      (await found(number.toLowerCase())).map((row) => row.email),
      [email],
    );
    for (const nothing of ['%', '_', `${email.slice(0, 4)}%`, "' or true --"])
      assert.equal((await found(nothing)).length, 0, nothing);
  });

  test('support sees names and addresses masked, and can neither search for a part nor sort by them', async () => {
    const email = newEmail();
    const { number } = await place(email);
    const [row] = await found(email, 'support');
    assert.deepEqual([row?.email, row?.name], [`${email[0]}…@…`, 'A…']);
    assert.deepEqual((await found(number, 'support')).length, 1);
    for (const part of [email.slice(0, 5), 'ada', `${email}%`, ''.padEnd(4, '_')])
      assert.equal((await found(part, 'support')).length, 0, part);
    const ids = async (sort: string) => (await list({ sort }, 'support')).map(({ id }) => id);
    assert.deepEqual(await ids('email'), await ids('last_order_at'));
    const [whole] = await found(email, 'fulfilment');
    assert.equal(whole?.email, email);
  });

  test('filters tell accounts, open orders and bans apart', async () => {
    const email = newEmail();
    const { id } = await place(email);
    const has = async (asked: Asked, user: string | undefined) =>
      (await list({ ...asked, most: 1000 })).some((row) => row.id === user);
    const [guest] = await found(email);
    assert.equal(await has({ kind: 'guest', isOpen: true }, guest?.id), true);
    assert.equal(await has({ kind: 'account' }, guest?.id), false);
    await database.sql`update public.order_records set status = 'expired', closed_at = now() where id = ${id}`;
    assert.equal(await has({ isOpen: true }, guest?.id), false);
    assert.equal(await has({ isBanned: true }, personId('second')), false);
    await database.sql`insert into private.list_bans (user_id, note) values (${personId('second')}, 'Sold a win')`;
    assert.equal(await has({ isBanned: true }, personId('second')), true);
    await database.sql`update private.list_bans set until = now() - interval '1 day' where user_id = ${personId('second')}`;
    assert.equal(await has({ isBanned: true }, personId('second')), false);
  });

  for (const sort of [
    'name',
    'email',
    'orders',
    'spent_minor',
    'due_minor',
    'last_order_at',
    'since',
  ])
    for (const isAscending of [true, false])
      test(`pages by ${sort}, ${isAscending ? 'ascending' : 'descending'}, hold each row once`, async () => {
        const all = await list({ sort, isAscending, most: 1000 });
        const paged: Row[] = [];
        for (;;) {
          const last = paged.at(-1);
          const value = last?.[sort as keyof Row] ?? null;
          const text = value instanceof Date ? value.toISOString() : value;
          // Moments are kept closer than a date of JavaScript tells them.
          const exact =
            last && value instanceof Date
              ? ((
                  await database.sql<{ at: string }[]>`
                  select ${database.sql(sort)}::text as at from private.customers where id = ${last.id}`
                )[0]?.at ?? null)
              : text;
          const page = await list({
            sort,
            isAscending,
            most: 3,
            ...(last ? { after: [exact === null ? null : String(exact), last.id] } : {}),
          });
          paged.push(...page);
          if (page.length < 3) break;
        }
        assert.deepEqual(
          paged.map(({ id }) => id),
          all.map(({ id }) => id),
        );
        assert.equal(new Set(paged.map(({ id }) => id)).size, paged.length);
      });

  test('nobody else reads customers, by the function or the table', async () => {
    await assertForStaffAlone(database, 'select * from public.list_customers()');
    for (const caller of [person('owner'), person('first'), anonymous])
      assert.equal(
        (await refusalOf(database.as(caller, (sql) => sql`select from private.customers`))).code,
        '42501',
      );
  });
});
