/**
 * What each payment of a statement will do, before anything is recorded. An estimate for whoever looks:
 * the database decides when it is recorded, and says so.
 */
import type { Given } from '#shared/backend/given.ts';
import { momentWords } from '#shared/date-words.ts';
import { formatMoney } from '#shared/money.ts';
import type { BankLine } from './bank-statement.ts';
import type { OrderStatus } from './order-status.ts';
import { orderStatusName } from './order-words.ts';

/** Whether someone recorded this amount already, without a statement, is told where a payment is matched. */
export type PayableOrder = Given<'find_payable_orders'>[number] & {
  readonly is_by_hand?: boolean;
};
export type BankMatch = Given<'match_bank_entries'>[number];
/** What an entry became: by now, or some time before. */
export type EntryState = NonNullable<BankMatch['known']>;
export type SettledEntry = Given<'settle_bank_entry'>;

/** What someone says that a payment is for. */
export type BankChoice =
  | { readonly kind: 'orders'; readonly orders: readonly PayableOrder[] }
  | { readonly kind: 'later' | 'leave' }
  | { readonly kind: 'aside'; readonly note: string };

/** How an order is named where somebody chooses what a payment is for; one whose customer is forgotten has neither name nor address. */
export function payableWords(order: PayableOrder): { title: string; note: string } {
  const { number, name, email, due_minor: dueMinor, currency, status } = order;
  const due =
    dueMinor > 0 ? `${formatMoney(dueMinor, currency)} due` : orderStatusName(status).toLowerCase();
  return name === null
    ? { title: `${number}, deleted customer: ${due}`, note: '' }
    : { title: `${number}, ${name}: ${due}`, note: email };
}

export type PartKind =
  | 'full'
  | 'part'
  | 'over'
  | 'paid_before'
  | 'lapsed'
  | 'ended'
  | 'other_currency';

export interface BankPart {
  readonly order: PayableOrder;
  readonly amountMinor: number;
  /** What had come for the order, with the lines above. */
  readonly capturedMinor: number;
  readonly kind: PartKind;
  /** What remains to be paid after a part, or came beyond what was due. */
  readonly differsMinor: number;
}

export interface JudgedLine {
  readonly line: BankLine;
  readonly match: BankMatch | null;
  readonly choice: BankChoice;
  /** Nothing can be said of it: it is no payment, or it is known. */
  readonly isFixed: boolean;
  readonly parts: readonly BankPart[];
}

/** @example partKind('awaiting_payment', 2025, 2000) // 'part' */
export function partKind(status: OrderStatus, dueMinor: number, amountMinor: number): PartKind {
  if (status === 'expired') return 'lapsed';
  if (status === 'cancelled' || status === 'refunded') return 'ended';
  if (dueMinor <= 0) return 'paid_before';
  if (amountMinor < dueMinor) return 'part';
  return amountMinor === dueMinor ? 'full' : 'over';
}

const isCertain = (match: BankMatch) => match.reason === 'reference' || match.reason === 'number';

/** Lines in the order of the file: what pays an order above is not due any more below. */
export function judgeLines(
  lines: readonly BankLine[],
  matches: readonly (BankMatch | null)[],
  choices: ReadonlyMap<number, BankChoice>,
): readonly JudgedLine[] {
  const paid = new Map<string, number>();
  return lines.map((line, index) => {
    const match = matches[index] ?? null;
    const isFixed = line.kind !== 'credit' || match === null || isSettled(match.known);
    const chosen = choices.get(index);
    const choice =
      isFixed || match === null
        ? ({ kind: 'leave' } as const)
        : (chosen ?? proposal(line, match, paid));
    const parts = choice.kind === 'orders' ? partsOf(line, choice.orders, paid) : [];
    for (const { order, amountMinor } of parts)
      paid.set(order.id, (paid.get(order.id) ?? 0) + amountMinor);
    return { line, match, choice, isFixed, parts };
  });
}

/** What waits to be matched can be recorded from any file that tells of it. */
const isSettled = (known: EntryState | null) => known !== null && known.status !== 'unmatched';

/** Without a word of anyone, only what is certain and pays an order that is open. */
function proposal(line: BankLine, match: BankMatch, paid: ReadonlyMap<string, number>): BankChoice {
  if (match.is_alike) return { kind: 'leave' };
  const [order] = match.orders;
  if (!isCertain(match) || order === undefined || order.is_by_hand) return { kind: 'later' };
  const [part] = partsOf(line, [order], paid);
  const pays = part?.kind === 'full' || part?.kind === 'part' || part?.kind === 'over';
  return pays ? { kind: 'orders', orders: [order] } : { kind: 'later' };
}

/** Each gets what is due for it, the last one all that is left. */
export function partsOf(
  line: Pick<BankLine, 'amountMinor' | 'currency'>,
  orders: readonly PayableOrder[],
  paid: ReadonlyMap<string, number> = new Map(),
): readonly BankPart[] {
  let left = line.amountMinor;
  const parts: BankPart[] = [];
  for (const [index, order] of orders.entries()) {
    const before = paid.get(order.id) ?? 0;
    const dueMinor = order.due_minor - before;
    const isLast = index === orders.length - 1;
    const amountMinor = isLast ? left : Math.max(Math.min(dueMinor, left), 0);
    left -= amountMinor;
    if (amountMinor === 0) continue;
    parts.push({
      order,
      amountMinor,
      capturedMinor: order.captured_minor + before,
      kind:
        order.currency === line.currency
          ? partKind(order.status, dueMinor, amountMinor)
          : 'other_currency',
      differsMinor: Math.abs(dueMinor - amountMinor),
    });
  }
  return parts;
}

export interface StatementPlan {
  readonly payments: number;
  readonly sumMinor: number;
  readonly currency: string;
  /** Without an order yet, or for none. */
  readonly kept: number;
}

export const isToSend = ({ isFixed, choice, match, parts }: JudgedLine): boolean =>
  !isFixed &&
  choice.kind !== 'leave' &&
  (choice.kind !== 'later' || match?.known === null) &&
  parts.every(({ kind }) => kind !== 'other_currency');

export function planOf(judged: readonly JudgedLine[]): StatementPlan {
  const sent = judged.filter(isToSend);
  const payments = sent.filter(({ choice }) => choice.kind === 'orders');
  return {
    payments: payments.length,
    sumMinor: payments.reduce((sum, { line }) => sum + line.amountMinor, 0),
    currency: payments[0]?.line.currency ?? 'EUR',
    kept: sent.length - payments.length,
  };
}

/** @example planWords({ payments: 2, sumMinor: 4050, currency: 'EUR', kept: 0 }) // 'Record 2 payments, €40.50' */
export function planWords({ payments, sumMinor, currency, kept }: StatementPlan): string {
  if (payments > 0)
    return `Record ${payments} ${payments === 1 ? 'payment' : 'payments'}, ${formatMoney(sumMinor, currency)}`;
  return kept > 0
    ? `Save ${kept} ${kept === 1 ? 'entry' : 'entries'} without an order`
    : 'Nothing to record';
}

export function partWords({ order, kind, amountMinor, differsMinor }: BankPart): string {
  const amount = formatMoney(amountMinor, order.currency);
  const differs = formatMoney(differsMinor, order.currency);
  switch (kind) {
    case 'full':
      return `Pays ${order.number} in full`;
    case 'part':
      return `${amount} for ${order.number}, ${differs} remains due`;
    case 'over':
      return `Pays ${order.number}, ${differs} too much: a refund will be due`;
    case 'paid_before':
      return `${order.number} is already paid: a refund of ${amount} will be due`;
    case 'lapsed':
      return `${order.number} has expired: it is paid late if its items are still in stock, else a refund is due`;
    case 'ended':
      return `${order.number} is ${order.status}: a refund of ${amount} will be due`;
    case 'other_currency':
      return `${order.number} is in ${order.currency}: the currencies differ`;
  }
}

const reasonText: Readonly<Record<NonNullable<BankMatch['reason']>, string>> = {
  reference: 'It names the order',
  number: 'Number and amount fit',
  split: 'It names several orders',
  maybe_number: 'The number fits, the amount does not',
  email: 'The e-mail fits',
  name: 'Name and amount fit',
  amount: 'Only this order has the amount due',
};

/** Why a payment is taken for an order, or for none. */
export function matchWords({ match, line }: JudgedLine): string {
  if (line.kind === 'debit') return 'Money that went out';
  if (line.kind === 'returned') return 'Your own payment came back. Check the refund at its order.';
  if (line.kind === 'reversed')
    return 'The bank reversed an earlier entry. If a payment was recorded for it, record a refund at its order.';
  if (match === null) return '';
  if (match.known !== null && match.known.status !== 'unmatched') return stateWords(match.known);
  if (match.is_alike)
    return 'Another file told of a payment of this day, amount and payer. Check that it is not the same one.';
  if (match.orders.some(({ is_by_hand: isByHand }) => isByHand))
    return 'Someone recorded this amount for the order already, by hand';
  return match.reason === null ? 'No order found' : reasonText[match.reason];
}

/** @example stateWords(known) // 'Recorded for KW-10013 on 20 November 2026 at 10:15 by you' */
export function stateWords({
  status,
  settled_at: settledAt,
  by,
  numbers,
  note,
}: EntryState): string {
  if (status === 'unmatched') return 'Not matched yet';
  const when = settledAt === null ? '' : ` on ${momentWords(settledAt)} by ${by}`;
  return status === 'recorded'
    ? `Recorded for ${numbers.join(', ')}${when}`
    : `For no order${note === '' ? '' : ` (${note})`}${when}`;
}

/** What became of a payment that was just sent. */
export function settledWords(entry: SettledEntry): string {
  if (entry.was_known) return stateWords(entry);
  if (entry.status === 'unmatched') return 'Saved to match later';
  if (entry.status !== 'recorded') return 'Saved as for no order';
  return entry.orders
    .map(({ number, currency, due_minor: dueMinor, refund_due_minor: refundDueMinor }) => {
      if (refundDueMinor > 0)
        return `Recorded for ${number}, a refund of ${formatMoney(refundDueMinor, currency)} is due`;
      return dueMinor > 0
        ? `Recorded for ${number}, ${formatMoney(dueMinor, currency)} remains due`
        : `Recorded for ${number}`;
    })
    .join('; ');
}
