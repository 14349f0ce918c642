import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { ibans, openBankRefunds } from '../../support/data/bank-refunds.ts';

const database = openTestDatabase();
const bank = openBankRefunds(database);
const { readAccount, refund } = bank;

describe('refund_account', () => {
  test('is known from the one account that the payments came from, and no mail asks then', async () => {
    const order = await bank.paidByStatement('Ada Payer', ibans.german, person('first'));
    const id = await refund(order.id, 700);
    const seen = await readAccount(person('first'), order.id);
    assert.deepEqual(
      [seen.owed_minor, seen.account_end, seen.source, seen.transfers],
      [700, '3000', 'statement', []],
    );
    assert.equal((await bank.mailsOf(order.id, 'refund_account_asked')).length, 0);
    const { content } = await bank.readFile((await bank.makeFile([id])).id);
    assert.match(content, /<Cdtr><Nm>Ada Payer<\/Nm><\/Cdtr>/);
  });

  test('is not guessed where payments came from two accounts, or for no order', async () => {
    const order = await bank.paidByStatement('Ada Payer', ibans.german);
    const [other] = await database.sql<{ id: string }[]>`
      insert into public.bank_entries (statement_id, identity, account, booked_on, amount_minor, currency, status, settled_at)
      select statement_id, repeat('a', 64), account, booked_on, 1, 'EUR', 'recorded', now() from public.bank_entries limit 1
      returning id`;
    assert.ok(other);
    await database.sql`insert into private.payer_accounts (entry_id, iban) values (${other.id}, ${ibans.dutch})`;
    await database.keepAs(
      person('owner'),
      (sql) => sql`select public.record_payment(${order.id}, 1, 'Second')`,
    );
    await database.sql`
      insert into public.bank_entry_payments (payment_id, entry_id)
      select id, ${other.id} from public.payments where order_id = ${order.id} and provider_reference = 'Second'`;
    const [row] = await database.sql`select private.refund_account_of(${order.id}) as account`;
    assert.equal(row?.['account'], null);
  });

  test('whoever reads it sees no more than the end, and only of their own order', async () => {
    const order = await bank.paidOrder(person('first'));
    const id = await refund(order.id);
    await bank.enter(person('first'), order.id, ibans.french, 'Fay Secret');
    const file = await bank.makeFile([id]);
    await bank.settle(file.id, 'sent');
    const seen = await readAccount(person('first'), order.id);
    assert.deepEqual(
      seen.transfers.map((each) => [each.amount_minor, each.account_end, each.sent_at !== null]),
      [[order.total_minor, '2606', true]],
    );
    assert.doesNotMatch(JSON.stringify(seen), /Fay|FR14/);
    for (const caller of [anonymous, person('second')])
      for (const token of [null, 'a'.repeat(64)])
        assert.equal(
          (await refusalOf(readAccount(caller, order.id, token))).reason,
          'unknown_order',
        );
  });

  test('staff who refund see it whole in the list; support, editors, customers and strangers nothing', async () => {
    const { id, order } = await bank.refundToSend(ibans.turkish, 'Fay Secret');
    const listed = (by: Parameters<typeof database.as>[0]) =>
      database.as(
        by,
        (sql) =>
          sql`select account, customer, number from public.waiting_bank_refunds where id = ${id}`,
      );
    for (const name of ['owner', 'fulfilment'] as const) {
      const [row] = await listed(person(name));
      assert.deepEqual(row?.['account'], {
        iban: ibans.turkish,
        holder: 'Fay Secret',
        source: 'staff',
        is_other: false,
        is_sepa: false,
        is_plain: true,
      });
    }
    for (const name of ['support', 'editor', 'first', 'former'] as const) {
      assert.deepEqual([...(await listed(person(name)))], []);
      const [seen] = await database.as(
        person(name),
        (sql) => sql`select private.seen_refund_account(${order.id}) as account`,
      );
      assert.equal(seen?.['account'], null);
      for (const table of ['refund_accounts', 'payer_accounts', 'bank_file_contents'])
        assert.equal(
          (
            await refusalOf(
              database.as(person(name), (sql) => sql`select from ${sql(`private.${table}`)}`),
            )
          ).code,
          '42501',
        );
    }
    assert.equal((await refusalOf(listed(anonymous))).code, '42501');
  });

  test('is forgotten 60 days after it was sent, not while a refund waits, and with the account of who left', async () => {
    const { id, order } = await bank.refundToSend();
    const paid = await bank.paidByStatement('Ada Payer', ibans.german);
    const kept = async () => {
      const [row] = await database.sql<{ n: number }[]>`
        select count(*)::int as n from private.refund_accounts where order_id = ${order.id}`;
      return row?.n;
    };
    const letTimePass = async () => {
      await database.sql`update private.refund_accounts set needed_at = needed_at - interval '61 days'`;
      await database.sql`select private.sweep_old_rows()`;
    };
    await letTimePass();
    assert.equal(await kept(), 1);
    const file = await bank.makeFile([id]);
    await letTimePass();
    assert.equal(await kept(), 1);
    await bank.settle(file.id, 'sent');
    await database.sql`select private.sweep_old_rows()`;
    assert.equal(await kept(), 1);
    await letTimePass();
    assert.equal(await kept(), 0);
    await database.sql`update private.bank_file_contents set kept_at = kept_at - interval '401 days'`;
    await database.sql`select private.sweep_old_rows()`;
    assert.equal((await refusalOf(bank.readFile(file.id))).reason, 'unknown_file');
    await database.sql`
      update public.order_records set status = 'delivered' where id = ${paid.id}`;
    await database.sql`insert into private.forgotten_orders (order_id) values (${paid.id})`;
    await database.sql`select private.forget_ended_orders()`;
    const [payer] = await database.sql`
      select count(*)::int as n from private.payer_accounts a
      join public.bank_entry_payments e on e.entry_id = a.entry_id
      join public.payments p on p.id = e.payment_id where p.order_id = ${paid.id}`;
    assert.equal(payer?.['n'], 0);
  });
});
