import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  personId,
  refusalOf,
} from '../../support/database.ts';
import type { ShopDocument } from '../../../src/features/orders/model/document.ts';
import { documentDesk } from '../../support/data/documents.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';

const database = openTestDatabase();
const { order, pay, refund, documentsOf } = documentDesk(database);

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

describe('open_document', () => {
  test('answers whom a document is made out to and staff with orders, and nobody else', async () => {
    const own = await order({ email: 'first@people.test' }, 1, person('first'));
    await pay(own.id);
    const [document] = await documentsOf(own.id);
    const number = document?.number ?? '';
    const opened = (caller: Parameters<typeof database.as>[0], token: string | null = null) =>
      database.as(caller, (sql) => sql`select public.open_document(${number}, ${token})`);
    const listed = async (caller: Parameters<typeof database.as>[0]) =>
      (
        await database.as(
          caller,
          (sql) => sql`select id from public.documents where order_id = ${own.id}`,
        )
      ).length;
    for (const name of ['first', 'owner', 'fulfilment', 'support'] as const) {
      await opened(person(name));
      assert.equal(await listed(person(name)), 1, name);
    }
    for (const name of ['second', 'former', 'editor'] as const) {
      assert.equal(
        (await refusalOf(opened(person(name), own.token))).reason,
        'unknown_document',
        name,
      );
      assert.equal(await listed(person(name)), 0, name);
    }
    assert.equal((await refusalOf(opened(anonymous, own.token))).reason, 'unknown_document');
    await assert.rejects(listed(anonymous), /permission denied/);
    const wrong = database.as(
      anonymous,
      (sql) => sql`select public.open_document('KW-I999999', ${own.token})`,
    );
    assert.equal((await refusalOf(wrong)).reason, 'unknown_document');
  });

  test('answers a guest with the secret of the order, once the mailbox was proven', async () => {
    const placed = await order();
    await pay(placed.id);
    const [document] = await documentsOf(placed.id);
    const open = (token: string) =>
      database.as(
        anonymous,
        (sql) =>
          sql<
            { facts: ShopDocument }[]
          >`select public.open_document(${document?.number ?? ''}, ${token}) as facts`,
      );
    assert.equal((await refusalOf(open(placed.token))).reason, 'unknown_document');
    await database.sql`update private.order_contacts set mailbox_proven_at = now() where order_id = ${placed.id}`;
    assert.equal((await open(placed.token))[0]?.facts.buyer['name'], 'Ada Buyer');
    const other = await order();
    assert.equal((await refusalOf(open(other.token))).reason, 'unknown_document');
    const [shown] = await database.as(
      anonymous,
      (sql) => sql<{ opened: { order: { documents: { number: string }[] } } }[]>`
      select public.open_order(${placed.number}, ${placed.token}) as opened`,
    );
    assert.deepEqual(
      shown?.opened.order.documents.map(({ number }) => number),
      [document?.number],
    );
  });

  test('leaves a trace when support asks', async () => {
    const placed = await order();
    await pay(placed.id);
    const [document] = await documentsOf(placed.id);
    const traces = await database.as(person('support'), async (sql) => {
      await sql`select public.open_document(${document?.number ?? ''})`;
      await sql`reset role`;
      return sql`select after ->> 'number' as number from public.audit_log where actor_id = ${personId('support')} and table_name = 'documents'`;
    });
    assert.deepEqual(
      traces.map(({ number }) => String(number)),
      [document?.number],
    );
  });

  test('shows nobody’s address to whoever took the order over', async () => {
    const own = await order({ email: 'first@people.test' }, 1, person('first'));
    await pay(own.id);
    const [document] = await documentsOf(own.id);
    await database.sql`update public.order_records set user_id = ${personId('second')} where id = ${own.id}`;
    await database.sql`update private.order_contacts set email = 'second@people.test' where order_id = ${own.id}`;
    for (const name of ['first', 'second'] as const) {
      const opened = database.as(
        person(name),
        (sql) => sql`select public.open_document(${document?.number ?? ''})`,
      );
      assert.equal((await refusalOf(opened)).reason, 'unknown_document', name);
      const rows = await database.as(
        person(name),
        (sql) => sql`select id from public.documents where order_id = ${own.id}`,
      );
      assert.equal(rows.length, 0, name);
    }
    await refund(own.id, null);
    const [, note] = await documentsOf(own.id);
    const [row] = await database.as(
      person('owner'),
      (sql) =>
        sql<{ facts: ShopDocument }[]>`select public.open_document(${note?.number ?? ''}) as facts`,
    );
    assert.equal(row?.facts.buyer['email'], 'first@people.test');
  });
});
