import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { ibans, openBankRefunds } from '../../support/data/bank-refunds.ts';
import { dutchAddress, findBrokenInvariants } from '../../support/data/orders.ts';
import { offer, placeGroupBuy, transfersOf } from '../../support/data/transfers.ts';

const database = openTestDatabase();
const bank = openBankRefunds(database);
const { enter, paidOrder, readAccount, refund } = bank;

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

const reasonOf = async (work: Promise<unknown>) => (await refusalOf(work)).reason;
const keptOf = async (order: string) => {
  const [row] = await database.sql<{ iban: string; holder: string; source: string }[]>`
    select iban, holder, source from private.refund_accounts where order_id = ${order}`;
  return row ? [row.iban, row.holder, row.source] : null;
};
/** What the last mail of a kind carries. */
const secretsOf = async (order: string, kind: string) => {
  const [row] = await database.sql<{ secrets: Record<string, string> }[]>`
    select s.secrets from public.outbox m join private.mail_secrets s on s.mail_id = m.id
    where m.kind = ${kind} and m.payload ->> 'order_id' = ${order}`;
  return row?.secrets ?? {};
};

describe('enter_refund_account', () => {
  test('a guest is asked by one mail, whose link lets them enter it once it is typed right', async () => {
    const order = await paidOrder();
    await refund(order.id, 500);
    await refund(order.id, 300);
    const mails = await bank.mailsOf(order.id, 'refund_account_asked');
    assert.deepEqual(mails.map(({ payload }) => payload['amount_minor']).toSorted(), [300, 500]);
    assert.doesNotMatch(JSON.stringify(mails), /token/);
    const { acting_token: token = '' } = await secretsOf(order.id, 'refund_account_asked');
    for (const [iban, holder, reason] of [
      ['NL91ABNA0417164301', 'Ada Buyer', 'wrong_iban'],
      ['', 'Ada Buyer', 'wrong_iban'],
      [ibans.dutch, 'A', 'wrong_name'],
      [ibans.dutch, 'A'.repeat(71), 'wrong_name'],
      [ibans.dutch, '北京 王', 'wrong_name'],
      [ibans.dutch, 'Ada\nBuyer\u0007', 'wrong_name'],
    ] as const)
      assert.equal(await reasonOf(enter(anonymous, order.id, iban, holder, token)), reason, holder);
    assert.equal(await keptOf(order.id), null);
    const end = await enter(anonymous, order.id, 'nl91 abna 0417-1643 00', ' Ada  Buyer ', token);
    assert.equal(end, '4300');
    assert.deepEqual(await keptOf(order.id), [ibans.dutch, 'Ada Buyer', 'customer']);
  });

  test('a customer of an account enters their own, and a second one replaces the first', async () => {
    const order = await paidOrder(person('first'));
    await refund(order.id);
    await enter(person('first'), order.id, ibans.german);
    await enter(person('first'), order.id, ibans.french);
    assert.deepEqual(await keptOf(order.id), [ibans.french, 'Ada Buyer', 'customer']);
    assert.deepEqual(await secretsOf(order.id, 'refund_account_asked'), {});
  });

  test('nobody else can: no stranger, no other customer, no other staff, no old or foreign link', async () => {
    const order = await paidOrder(person('first'));
    await refund(order.id);
    const guests = await paidOrder();
    await refund(guests.id);
    const { acting_token: acting = '', token = '' } = await secretsOf(
      guests.id,
      'refund_account_asked',
    );
    for (const caller of [anonymous, person('second'), person('support'), person('editor')])
      for (const secret of [null, '', 'a'.repeat(64), acting, token])
        assert.equal(
          await reasonOf(enter(caller, order.id, ibans.dutch, 'Eve', secret)),
          'unknown_order',
        );
    assert.equal(
      await reasonOf(enter(anonymous, guests.id, ibans.dutch, 'Eve', token)),
      'link_expired',
    );
    await database.sql`update private.acting_secrets set made_at = now() - interval '25 hours'`;
    assert.equal(
      await reasonOf(enter(anonymous, guests.id, ibans.dutch, 'Eve', acting)),
      'link_expired',
    );
    assert.deepEqual([await keptOf(order.id), await keptOf(guests.id)], [null, null]);
    const [link] = await database.as(
      anonymous,
      (sql) =>
        sql`select public.send_order_link(${guests.number}, ${token}) ->> 'number' as number`,
    );
    assert.equal(link?.['number'], guests.number, 'a new link can be asked for');
  });

  test('only while a refund by bank is owed and is in no file', async () => {
    const order = await paidOrder(person('first'));
    const mine = () => enter(person('first'), order.id, ibans.dutch);
    assert.equal(await reasonOf(mine()), 'nothing_due');
    const id = await refund(order.id);
    await mine();
    const file = await bank.makeFile([id]);
    const { message, reason } = await refusalOf(mine());
    assert.deepEqual([reason, /on its way/.test(message)], ['nothing_due', true]);
    await bank.settle(file.id, 'discarded', 'Wrong day');
    await mine();
    await bank.settle((await bank.makeFile([id])).id, 'sent');
    assert.equal(await reasonOf(mine()), 'nothing_due');
  });

  test('also before anybody has refunded what is due, and then no mail asks for it', async () => {
    const order = await paidOrder(person('first'));
    await database.keepAs(
      person('owner'),
      (sql) =>
        sql`select public.transition_orders(array[${order.id}]::uuid[], 'cancelled', 'Sold')`,
    );
    await enter(person('first'), order.id, ibans.dutch);
    await refund(order.id);
    assert.equal((await bank.mailsOf(order.id, 'refund_account_asked')).length, 0);
  });

  test('raced with the file, the file and the end that its customer sees are of one account', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await paidOrder(person('first'));
      const id = await refund(order.id);
      await enter(person('first'), order.id, ibans.dutch);
      const [made, entered] = await Promise.allSettled([
        bank.makeFile([id]),
        enter(person('first'), order.id, ibans.german),
      ]);
      assert.ok(made.status === 'fulfilled');
      const { content } = await bank.readFile(made.value.id);
      const iban = entered.status === 'fulfilled' ? ibans.german : ibans.dutch;
      assert.match(content, new RegExp(`<IBAN>${iban}</IBAN></Id></CdtrAcct>`));
      assert.deepEqual(await bank.statusOf(id), ['in_file', iban.slice(-4)]);
    }
  });

  test('goes with the order when that is passed on: the former owner gets nothing of it', async () => {
    const order = await placeGroupBuy(database, { isPaid: false });
    await bank.payByStatement(order, 'Fay First', ibans.german);
    await refund(order.id, 100);
    assert.equal((await readAccount(person('first'), order.id)).account_end, '3000');
    await enter(person('first'), order.id, ibans.french);
    await offer(database, order.id, 'second@people.test');
    const { received } = await transfersOf(database, 'second');
    const offered = received.find(({ number }) => number === order.number);
    await database.keepAs(
      person('second'),
      (sql) => sql`
        select public.answer_transfer(${offered?.id ?? null}, true, ${JSON.stringify(dutchAddress)}::text::jsonb)`,
    );
    assert.equal(await keptOf(order.id), null);
    assert.equal((await readAccount(person('second'), order.id)).account_end, null);
    assert.equal(await reasonOf(readAccount(person('first'), order.id)), 'unknown_order');
  });
});
