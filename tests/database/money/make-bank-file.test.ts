import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, describe, test } from 'node:test';
import { childrenOf, childOf, readXml, textAt } from '../../../src/shared/xml.ts';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { ibans, openBankRefunds } from '../../support/data/bank-refunds.ts';
import { findBrokenInvariants } from '../../support/data/orders.ts';
import { brokenTransferRules } from '../../support/transfer-order-rules.ts';

const database = openTestDatabase();
const bank = openBankRefunds(database);
const { refundToSend, makeFile, readFile, statusOf } = bank;

afterEach(async () => {
  assert.deepEqual(await findBrokenInvariants(database.sql), []);
});

describe('make_bank_file', () => {
  before(async () => {
    await database.keepAs(
      person('owner'),
      (sql) => sql`
        select public.adjust_stock(p.id, 300, null, 'Delivery') from public.stock_pools p
        join public.variants v on v.stock_pool_id = p.id where v.sku = 'KNOB-SILVER'`,
    );
  });

  test('one file tells the bank of each refund, and both readers find the same in it', async () => {
    const one = await refundToSend(ibans.german, 'Zoë  Müller & Søn ß');
    const two = await refundToSend(ibans.french, '//O’Brien <script>"x"</script> 北京');
    const three = await refundToSend(ibans.dutch, 'N'.repeat(70));
    const file = await makeFile([three.id, one.id, two.id]);
    const { content, name } = await readFile(file.id);
    assert.deepEqual(brokenTransferRules(content), []);
    assert.match(name, /^refunds-KW-\d{8}-[0-9A-F]{12}\.xml$/);
    const read = readXml(content);
    assert.ok(read.ok);
    const payment = childOf(read.value, 'CstmrCdtTrfInitn', 'PmtInf');
    const transfers = childrenOf(payment, 'CdtTrfTxInf').map((each) => [
      textAt(each, 'PmtId', 'EndToEndId'),
      textAt(each, 'Amt', 'InstdAmt'),
      textAt(each, 'Cdtr', 'Nm'),
      textAt(each, 'CdtrAcct', 'Id', 'IBAN'),
      textAt(each, 'RmtInf', 'Ustrd'),
    ]);
    const euro = (minor: number) => (minor / 100).toFixed(2);
    const expected = [
      [one, 'Zoe Muller + Son ss', ibans.german],
      [two, "O'Brien script x /script", ibans.french],
      [three, 'N'.repeat(70), ibans.dutch],
    ] as const;
    assert.deepEqual(
      transfers,
      expected.map(([{ order }, holder, iban]) => [
        `${order.number}-R1`,
        euro(order.total_minor),
        holder,
        iban,
        `Refund of order ${order.number}`,
      ]),
    );
    const total = [one, two, three].reduce((sum, { order }) => sum + order.total_minor, 0);
    assert.deepEqual(
      [file.payments, file.total_minor, textAt(payment, 'CtrlSum')],
      [3, total, euro(total)],
    );
    const [account] = await database.sql<{ iban: string; bic: string }[]>`
      select iban, bic from public.bank_accounts where currency = 'EUR'`;
    assert.deepEqual(
      [
        textAt(payment, 'DbtrAcct', 'Id', 'IBAN'),
        textAt(payment, 'DbtrAgt', 'FinInstnId', 'BICFI'),
      ],
      [account?.iban, account?.bic],
    );
  });

  test('amounts are cents, exact to the last one of a sum of many', async () => {
    const amounts = [1, 10, 99, 100, 101, 999];
    const refunds: string[] = [];
    for (const amount of amounts) {
      const order = await bank.paidOrder();
      refunds.push(await bank.refund(order.id, amount));
      await bank.enter(person('owner'), order.id, ibans.dutch);
    }
    const { id } = await makeFile(refunds);
    const { content } = await readFile(id);
    assert.deepEqual(brokenTransferRules(content), []);
    const told = [...content.matchAll(/Ccy="EUR">([\d.]+)</g)].map(([, text]) => text);
    assert.deepEqual(told.toSorted(), ['0.01', '0.10', '0.99', '1.00', '1.01', '9.99']);
    assert.match(content, /<CtrlSum>13.10<\/CtrlSum>/);
  });

  test('the rules notice what is wrong in a file', async () => {
    const { id } = await makeFile([(await refundToSend()).id]);
    const { content } = await readFile(id);
    const wrong = [
      content.replace(/<CtrlSum>.*?<\/CtrlSum>/, '<CtrlSum>0.01</CtrlSum>'),
      content.replace('<NbOfTxs>1<', '<NbOfTxs>2<'),
      content.replace(ibans.german, ibans.german.replace('89', '98')),
      content.replace('Ada Buyer', 'Ada Büyer'),
      content.replace('Ada Buyer', 'A'.repeat(71)),
      content.replace('<ChrgBr>SLEV</ChrgBr>', ''),
      content.replace('Ccy="EUR"', 'Ccy="USD"'),
      content.replace(/(<Cdtr>.*<\/Cdtr>)\s*(<CdtrAcct>.*<\/CdtrAcct>)/, '$2$1'),
      content.replace('pain.001.001.09', 'pain.001.001.03'),
    ];
    for (const [index, text] of wrong.entries())
      assert.notDeepEqual(brokenTransferRules(text), [], `fault ${index}`);
  });

  test('is the same byte for byte however often and late it is downloaded, whatever changes meanwhile', async () => {
    const { id, order } = await refundToSend();
    const file = await makeFile([id]);
    const first = await readFile(file.id);
    await database.sql`update public.bank_accounts set holder = 'Another Holder' where currency = 'EUR'`;
    await database.sql`update private.refund_accounts set holder = 'Other Buyer' where order_id = ${order.id}`;
    await database.sql`update public.sellers set city = 'Elsewhere'`;
    assert.deepEqual(await readFile(file.id), first);
    await bank.settle(file.id, 'sent');
    assert.deepEqual(await readFile(file.id), first);
    await database.sql`update public.bank_accounts set holder = 'Keywright' where currency = 'EUR'`;
  });

  test('the same id again gives the same file; with other refunds it is refused', async () => {
    const [one, two] = [await refundToSend(), await refundToSend()];
    const id = randomUUID();
    const answers = await Promise.all([makeFile([one.id], { id }), makeFile([one.id], { id })]);
    assert.deepEqual(answers[0], answers[1]);
    assert.deepEqual(await makeFile([one.id, one.id], { id }), answers[0]);
    assert.equal((await refusalOf(makeFile([two.id], { id }))).reason, 'key_reused');
    assert.deepEqual(await statusOf(two.id), ['open', '']);
    const [count] =
      await database.sql`select count(*)::int as n from public.bank_files where id = ${id}`;
    assert.equal(count?.['n'], 1);
  });

  test('raced by many with lists that overlap, each refund is in one file, and a file that loses one has none', async () => {
    const refunds: string[] = [];
    for (let index = 0; index < 8; index += 1) refunds.push((await refundToSend()).id);
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        makeFile([0, 1, 2].map((step) => refunds[(index * 3 + step * 5) % 8] ?? '')),
      ),
    );
    const made = attempts.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    assert.ok(made.length >= 1 && made.length <= 2);
    const [row] = await database.sql<{ filed: number; told: number }[]>`
      select (select count(*)::int from public.bank_refunds where file_id = any (${made.map(({ id }) => id)}::uuid[])) as filed,
        (select sum(payments)::int from public.bank_files where id = any (${made.map(({ id }) => id)}::uuid[])) as told`;
    assert.equal(row?.filed, row?.told);
    for (const each of attempts)
      if (each.status === 'rejected')
        assert.match(String(each.reason), /in a bank file or sent already/);
  });

  test('refuses all for one that no file can hold, and says which and why', async () => {
    const good = await refundToSend();
    const order = await bank.paidOrder();
    const nameless = await bank.refund(order.id);
    const abroad = await refundToSend(ibans.turkish);
    const foreign = await refundToSend();
    await database.sql`update public.bank_refunds set currency = 'USD' where refund_id = ${foreign.id}`;
    const odd = await refundToSend();
    await database.sql`update private.refund_accounts set holder = '北京 王' where order_id = ${odd.order.id}`;
    const taken = await refundToSend();
    await makeFile([taken.id]);
    for (const [id, number, reason] of [
      [nameless, order.number, 'no_account'],
      [abroad.id, abroad.order.number, 'not_sepa'],
      [foreign.id, foreign.order.number, 'other_currency'],
      [odd.id, odd.order.number, 'wrong_name'],
      [taken.id, taken.order.number, 'refund_taken'],
    ] as const) {
      const refusal = await refusalOf(makeFile([good.id, id]));
      assert.equal(refusal.reason, reason);
      assert.match(refusal.message, new RegExp(`^${number}-R1: `));
    }
    assert.equal((await refusalOf(makeFile([good.id, randomUUID()]))).reason, 'unknown_refund');
    assert.equal((await refusalOf(makeFile([]))).reason, 'wrong_refunds');
    assert.equal((await refusalOf(makeFile([good.id], { day: '2020-01-01' }))).reason, 'wrong_day');
    assert.equal((await refusalOf(makeFile([good.id], { day: '2099-01-01' }))).reason, 'wrong_day');
    assert.deepEqual(await statusOf(good.id), ['open', '']);
  });

  test('without an account of the shop there is no file', async () => {
    const { id } = await refundToSend();
    const refusal = await database.as(person('owner'), async (sql) => {
      await sql`delete from public.bank_accounts`;
      return refusalOf(sql`select public.make_bank_file(${randomUUID()}, ${[id]})`);
    });
    assert.equal(refusal.reason, 'no_bank_account');
  });

  test('nobody but the owner makes one', async () => {
    const { id } = await refundToSend();
    for (const by of ['fulfilment', 'support', 'editor', 'former', 'first'] as const)
      assert.equal((await refusalOf(makeFile([id], { by: person(by) }))).reason, 'not_allowed', by);
    assert.equal((await refusalOf(makeFile([id], { by: anonymous }))).code, '42501');
    assert.deepEqual(await statusOf(id), ['open', '']);
  });
});
