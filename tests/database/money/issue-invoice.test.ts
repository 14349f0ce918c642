import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf, service } from '../../support/database.ts';
import type { ShopDocument } from '../../../src/features/orders/model/document.ts';
import { documentDesk } from '../../support/data/documents.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';

const database = openTestDatabase();
const { order, pay, cancel, invoice, documentsOf } = documentDesk(database);

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

describe('issue_invoice', () => {
  test('gives an order its invoice before the payment; paying it adds none, an end unpaid takes it back', async () => {
    const [first, second] = [await order(), await order()];
    const answer = await invoice(first.id);
    const [document] = await documentsOf(first.id);
    assert.deepEqual(answer, {
      number: document?.number,
      kind: 'invoice',
      total_minor: first.total_minor,
      currency: 'EUR',
    });
    const [row] = await database.sql<{ facts: ShopDocument }[]>`
      select f.facts from private.document_facts f join public.documents d on d.id = f.document_id
      where d.number = ${document?.number ?? ''}`;
    assert.ok(row);
    const { facts } = row;
    const logged = await database.sql<{ actor_role: string; number: string }[]>`
      select actor_role, after ->> 'number' as number from public.audit_log where table_name = 'documents'`;
    assert.deepEqual([...logged], [{ actor_role: 'fulfilment', number: document?.number }]);
    assert.equal(facts['paid_minor'], 0);
    assert.match(String(facts['pay_by']), /^\d{4}-\d\d-\d\d$/);
    assert.equal((facts['account'] as { iban: string }).iban, 'NL03KEYW0123456789');
    assert.equal((await refusalOf(invoice(first.id))).reason, 'nothing_to_invoice');
    await pay(first.id);
    assert.equal((await documentsOf(first.id)).length, 1);
    await invoice(second.id);
    await cancel(second.id);
    assert.deepEqual(
      (await documentsOf(second.id)).map(({ kind, total_minor }) => [kind, total_minor]),
      [
        ['invoice', second.total_minor],
        ['credit_note', second.total_minor],
      ],
    );
    assert.equal((await refusalOf(invoice(second.id))).reason, 'order_ended');
  });

  test('prints a buyer who was forgotten as a country alone', async () => {
    const placed = await order();
    await database.sql`
      update private.order_contacts set address = jsonb_build_object('country', address ->> 'country'), company = null
      where order_id = ${placed.id}`;
    const number = String((await invoice(placed.id))?.['number']);
    const opened = await database.as(
      person('owner'),
      (sql) => sql<{ facts: ShopDocument }[]>`
      select public.open_document(${number}) as facts`,
    );
    const facts = opened[0]?.facts;
    assert.ok(facts);
    assert.deepEqual([facts.buyer.name, facts.buyer.address.line1], ['', '']);
    await cancel(placed.id);
  });

  test('answers owners and fulfilment alone', async () => {
    const placed = await order();
    for (const name of ['first', 'former', 'editor', 'support'] as const) {
      assert.equal((await refusalOf(invoice(placed.id, name))).reason, 'not_allowed', name);
    }
    for (const caller of [anonymous, service]) {
      const called = database.as(caller, (sql) => sql`select public.issue_invoice(${placed.id})`);
      assert.equal((await refusalOf(called)).code, '42501');
    }
    assert.deepEqual(await documentsOf(placed.id), []);
    assert.equal((await refusalOf(invoice(randomUUID()))).reason, 'unknown_order');
    assert.equal((await invoice(placed.id, 'owner'))?.['kind'], 'invoice');
  });

  test('asked twice at once, an order has one invoice', async () => {
    const placed = await order();
    const answers = await Promise.allSettled([invoice(placed.id), invoice(placed.id, 'owner')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal((await documentsOf(placed.id)).length, 1);
  });

  test('tells staff to fill in who sells before, and draws no number', async () => {
    const placed = await order();
    await database.sql.begin(async (sql) => {
      await sql`alter table public.sellers disable trigger guard`;
      await sql`update public.sellers set line1 = ''`;
      await sql`alter table public.sellers enable trigger guard`;
    });
    const refused = await refusalOf(invoice(placed.id));
    assert.deepEqual(
      [refused.reason, refused.message],
      ['no_seller', 'Fill in who sells first, under Money.'],
    );
    assert.deepEqual([...(await database.sql`select from private.documents_due`)], []);
    await database.sql.begin(async (sql) => {
      await sql`alter table public.sellers disable trigger guard`;
      await sql`update public.sellers set line1 = '1 Sample Quay'`;
      await sql`alter table public.sellers enable trigger guard`;
    });
    await invoice(placed.id);
    assert.equal((await documentsOf(placed.id)).length, 1);
  });
});
