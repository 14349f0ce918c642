import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  rolledBack,
} from '../../support/database.ts';
import { buy, line } from '../../support/data/orders.ts';
import cases from '../../cases/ibans.json' with { type: 'json' };

const database = openTestDatabase();

async function mailOf(orderId: string, kind: string) {
  const [mail] = await database.sql<{ account: Record<string, string> | null; due: number }[]>`
    select payload -> 'account' as account, (payload ->> 'due_minor')::int as due from public.outbox
    where kind = ${kind} and payload ->> 'order_id' = ${orderId} order by created_at desc limit 1`;
  assert.ok(mail, kind);
  return mail;
}

const buyFoam = async (payment: string) => {
  const lines = [await line(database.sql, 'FOAM-60')];
  return database.keepAs(anonymous, (sql) => buy(sql, { lines, payment }));
};

describe('the account that transfers go to', () => {
  test('has an IBAN of the right length and checksum, or is not taken', async () => {
    for (const { typed, iban } of cases) {
      const text = typed.toUpperCase().replaceAll(/[\s-]/g, '');
      const [row] = await database.sql`select private.is_iban(${text}) as is_iban`;
      assert.equal(row?.['is_iban'], iban !== null, typed);
    }
    for (const wrong of [null, 'nl03KEYW0123456789', 'NL03 KEYW 0123 4567 89']) {
      const [row] = await database.sql`select private.is_iban(${wrong}) as is_iban`;
      assert.equal(row?.['is_iban'], false);
    }
    const write = database.as(
      person('owner'),
      (sql) => sql`update public.bank_accounts set iban = 'NL03KEYW0123456798'`,
    );
    await assert.rejects(write, /bank_accounts_iban_check/);
  });

  test('is read by everybody and written by owners alone', async () => {
    const [account] = await database.as(
      anonymous,
      (sql) => sql`select * from public.bank_accounts`,
    );
    assert.equal(account?.['currency'], 'EUR');
    for (const caller of [person('first'), person('fulfilment')]) {
      const rows = await database.as(
        caller,
        (sql) => sql`update public.bank_accounts set holder = 'Somebody else' returning currency`,
      );
      assert.equal(rows.length, 0);
    }
    const rows = await database.as(
      person('owner'),
      (sql) => sql`update public.bank_accounts set holder = 'New name' returning version`,
    );
    assert.equal(rows[0]?.['version'], 2);
  });

  test('asks an owner with an authenticator app for its code', async () => {
    const wrote = rolledBack(database.sql, person('owner'), async (sql) => {
      await sql`reset role`;
      await sql`
        insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), auth.uid(), 'totp', 'verified', now(), now())`;
      await sql`set local role authenticated`;
      await sql`update public.bank_accounts set iban = 'DE89370400440532013000'`;
    });
    assert.equal((await refusalOf(wrote)).reason, 'second_factor');
  });

  test('stands in the mails that ask for money, and in no others', async () => {
    const { order } = await buyFoam('invoice');
    const placed = await mailOf(order.id, 'order_placed');
    assert.deepEqual(Object.keys(placed.account ?? {}).toSorted(), [
      'bank',
      'bic',
      'holder',
      'iban',
    ]);
    assert.equal(placed.due, order.total_minor);
    await database.keepAs(person('owner'), (sql) => sql`select public.record_payment(${order.id})`);
    const paid = await mailOf(order.id, 'payment_received');
    assert.deepEqual([paid.account, paid.due], [null, 0]);
    const demo = await buyFoam('demo');
    assert.equal((await mailOf(demo.order.id, 'order_placed')).account, null);
  });

  test('is what a transfer needs: without one it is neither shown nor taken', async () => {
    const lines = [await line(database.sql, 'FOAM-60')];
    const { codes, reason } = await rolledBack(database.sql, anonymous, async (sql) => {
      await sql`reset role`;
      await sql`delete from public.bank_accounts`;
      await sql`set local role anon`;
      const methods = await sql<{ code: string }[]>`select code from public.payment_methods`;
      const refused = await refusalOf(sql.savepoint((inner) => buy(inner, { lines })));
      return { codes: methods.map(({ code }) => code), reason: refused.reason };
    });
    assert.deepEqual([codes, reason], [['demo'], 'no_bank_account']);
  });
});
