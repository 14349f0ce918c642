/** Orders that were paid by transfer, and what becomes of their refunds. */
import type { Given } from '#shared/backend/given.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { anonymous, person, type TestSql } from '../database.ts';
import { openStatement, settleEntry } from './bank-statements.ts';
import { buy, confirmOrder, line, recordPayment, type PlacedOrder } from './orders.ts';

export const ibans = {
  german: 'DE89370400440532013000',
  dutch: 'NL91ABNA0417164300',
  french: 'FR1420041010050500013M02606',
  turkish: 'TR330006100519786457841326',
} as const;

export type BankFile = Given<'make_bank_file'>;

export interface RefundAccount {
  readonly owed_minor: number;
  readonly account_end: string | null;
  readonly source: string | null;
  readonly transfers: readonly {
    readonly amount_minor: number;
    readonly account_end: string;
    readonly sent_at: string | null;
  }[];
}

export function openBankRefunds(database: TestSql) {
  async function paidOrder(caller: Caller = anonymous): Promise<PlacedOrder['order']> {
    const lines = [await line(database.sql, 'KNOB-SILVER', 2)];
    const { order } = await database.keepAs(caller, (sql) => buy(sql, { lines }));
    await confirmOrder(database.sql, order.id);
    await database.keepAs(person('owner'), (sql) => recordPayment(sql, order.id));
    return order;
  }

  /** As a statement tells it, with the account that it came from. */
  async function payByStatement(order: PlacedOrder['order'], payer: string, iban: string) {
    const entry = { amount_minor: order.total_minor, message: randomUUID(), payer };
    const part = { order_id: order.id, amount_minor: order.total_minor, captured_minor: 0 };
    await database.keepAs(person('fulfilment'), async (sql) => {
      const statement = await openStatement(sql);
      await settleEntry(sql, { ...entry, payer_account: iban }, 'recorded', [part], { statement });
    });
  }

  async function paidByStatement(payer: string, iban: string, caller: Caller = anonymous) {
    const lines = [await line(database.sql, 'KNOB-SILVER', 2)];
    const { order } = await database.keepAs(caller, (sql) => buy(sql, { lines }));
    await confirmOrder(database.sql, order.id);
    await payByStatement(order, payer, iban);
    return order;
  }

  async function refund(order: string, amount: number | null = null, isSent = false) {
    const [row] = await database.keepAs(
      person('fulfilment'),
      (sql) => sql<{ id: string }[]>`
        select public.refund_order(${order}, ${amount}, '[]', 'Not as shown', null, ${isSent}) ->> 'payment_id' as id`,
    );
    assert.ok(row);
    return row.id;
  }

  const enter = (
    caller: Caller,
    order: string,
    iban: string,
    holder = 'Ada Buyer',
    token: string | null = null,
  ) =>
    database.keepAs(caller, async (sql) => {
      const [row] = await sql<{ answer: { account_end: string } }[]>`
        select public.enter_refund_account(${order}, ${iban}, ${holder}, ${token}) as answer`;
      return row?.answer.account_end;
    });

  /** Refunded, with an account to send it to. */
  async function refundToSend(iban: string = ibans.german, holder = 'Ada Buyer') {
    const order = await paidOrder();
    const id = await refund(order.id);
    await enter(person('fulfilment'), order.id, iban, holder);
    return { order, id };
  }

  const makeFile = (
    refunds: readonly string[],
    {
      id = randomUUID() as string,
      day = null as string | null,
      by = person('owner') as Caller,
    } = {},
  ) =>
    database.keepAs(by, async (sql) => {
      const [row] = await sql<{ file: BankFile }[]>`
        select public.make_bank_file(${id}, ${refunds as string[]}, ${day}) as file`;
      assert.ok(row);
      return row.file;
    });

  const readFile = (id: string, by: Caller = person('owner')) =>
    database.as(by, async (sql) => {
      const [row] = await sql<{ file: { name: string; content: string } }[]>`
        select public.read_bank_file(${id}) as file`;
      assert.ok(row);
      return row.file;
    });

  const settle = (id: string, status: string, reason = '', by: Caller = person('owner')) =>
    database.keepAs(by, async (sql) => {
      const [row] = await sql<{ file: BankFile }[]>`
        select public.settle_bank_file(${id}, ${status}, ${reason}) as file`;
      assert.ok(row);
      return row.file;
    });

  const sendByHand = (refundId: string, by: Caller = person('fulfilment')) =>
    database.keepAs(by, async (sql) => {
      const [row] = await sql<{ answer: { status: string; sent_at: string } }[]>`
        select public.send_bank_refund(${refundId}) as answer`;
      assert.ok(row);
      return row.answer;
    });

  const readAccount = (caller: Caller, order: string, token: string | null = null) =>
    database.as(caller, async (sql) => {
      const [row] = await sql<{ account: RefundAccount }[]>`
        select public.refund_account(${order}, ${token}) as account`;
      assert.ok(row);
      return row.account;
    });

  const statusOf = async (refundId: string) => {
    const [row] = await database.sql<{ status: string; end: string }[]>`
      select status, account_end as end from public.bank_refunds where refund_id = ${refundId}`;
    return row ? [row.status, row.end] : null;
  };

  const mailsOf = (order: string, kind = 'order_refunded') =>
    database.sql<{ payload: Record<string, unknown>; recipient: string }[]>`
      select payload, recipient from public.outbox where kind = ${kind} and payload ->> 'order_id' = ${order}`;

  return {
    paidOrder,
    payByStatement,
    paidByStatement,
    refund,
    enter,
    refundToSend,
    makeFile,
    readFile,
    settle,
    sendByHand,
    readAccount,
    statusOf,
    mailsOf,
  };
}
