/**
 * The only place that changes placed orders from the desk and makes new ones for customers. Invariant:
 * what was typed is sent with the order as it was read; a colleague who was faster is told of.
 */
import { readDeskRows } from '#backend/desk-rows.ts';
import type { BackendError } from '#backend/errors.ts';
import { amendOrder, draftOrder, type StaffLine } from '#backend/order-amendments.ts';
import type { Address } from '#domain/address.ts';
import {
  changesOf,
  wantedLines,
  type Amendment,
  type AmendmentDraft,
  type TypedLine,
  type WantedLine,
} from '#domain/amendment.ts';
import { textOf, type DeskRow } from '#domain/desk-row.ts';
import type { Order } from '#domain/order.ts';
import type { Quote } from '#domain/quote.ts';
import { fail, succeed, type Result } from '#domain/result.ts';
import { askedAgain } from './desk-refusal.ts';
import { openOrder } from './desk-orders.ts';

export interface AskedOption {
  readonly id: string;
  readonly title: string;
  readonly values: readonly { readonly id: string; readonly title: string }[];
}

export interface FoundGoods {
  readonly variantId: string;
  readonly title: string;
  readonly options: readonly AskedOption[];
}

/** What a number of the warehouse names, with what has to be chosen. */
export async function findGoods(sku: string): Promise<Result<FoundGoods, string>> {
  const found = await readDeskRows({
    table: 'variants',
    columns: 'id,title,product_id,product:products!variants_product_id_fkey(title)',
    conditions: [{ column: 'sku', operator: 'eq', value: sku }],
  });
  if (!found.ok) return fail(found.error.message);
  const [row] = found.value;
  if (!row) return fail(`There is no ${sku} in the shop.`);
  const options = await readDeskRows({
    table: 'product_options',
    columns: 'id,title',
    conditions: [{ column: 'product_id', operator: 'eq', value: textOf(row, 'product_id') }],
    order: 'position',
  });
  if (!options.ok) return fail(options.error.message);
  const value = `(${options.value.map(({ id }) => id).join(',')})`;
  const values =
    value === '()'
      ? succeed([])
      : await readDeskRows({
          table: 'option_values',
          columns: 'id,title,option_id',
          conditions: [{ column: 'option_id', operator: 'in', value }],
          order: 'position',
        });
  if (!values.ok) return fail(values.error.message);
  const titled = (each: DeskRow) => ({ id: each.id, title: textOf(each, 'title') });
  return succeed({
    variantId: row.id,
    title: `${textOf(row, 'product.title')} ${textOf(row, 'title')}`.trim(),
    options: options.value.map((option) => ({
      ...titled(option),
      values: values.value.filter((each) => textOf(each, 'option_id') === option.id).map(titled),
    })),
  });
}

async function toStaffLines(
  wanted: readonly WantedLine[],
): Promise<Result<readonly StaffLine[], string>> {
  const lines: StaffLine[] = [];
  for (const { sku, quantity, unitPriceMinor, options } of wanted) {
    const goods = await findGoods(sku);
    if (!goods.ok) return goods;
    lines.push({ variantId: goods.value.variantId, quantity, unitPriceMinor, options });
  }
  return succeed(lines);
}

/** Whoever was slower sees the order as it is now, with what they typed kept beside it. */
async function refused(error: BackendError, number: string): Promise<string> {
  if (error.reason !== 'order_changed') return askedAgain(error);
  await openOrder(number, true);
  return 'Someone else changed this order in the meantime. Close and open this again to see it as it is now; nothing of yours was saved.';
}

/** Without a reason it is only said what it would come to. */
export async function changeOpenOrder(
  order: Order,
  draft: AmendmentDraft,
  reason: string | null,
): Promise<Result<Amendment, string>> {
  const changes = changesOf(order, draft);
  if (!changes.ok) return changes;
  const added = await toStaffLines(changes.value.added);
  if (!added.ok) return added;
  const { id: orderId, version, number } = order;
  const wish = { ...changes.value, orderId, version, added: added.value, reason: reason ?? '' };
  const answer = await amendOrder(wish, reason === null);
  if (!answer.ok) return fail(await refused(answer.error, number));
  if (reason !== null) await openOrder(number, true);
  return answer;
}

export interface NewOrder {
  readonly key: string;
  readonly lines: readonly TypedLine[];
  readonly email: string;
  readonly address: Address;
  readonly methodId: string | null;
  readonly reason: string;
  readonly payment: 'invoice' | 'demo';
}

async function sendDraft(order: NewOrder, quoteHash: string | null) {
  const wanted = wantedLines(order.lines);
  if (!wanted.ok) return wanted;
  if (wanted.value.length === 0) return fail('An order needs goods: name them by their SKU.');
  const lines = await toStaffLines(wanted.value);
  if (!lines.ok) return lines;
  const { key, email, address, reason, payment, methodId: shippingMethodId } = order;
  const wish = { key, email, address, reason, payment, shippingMethodId, quoteHash };
  const answer = await draftOrder({ ...wish, lines: lines.value });
  return answer.ok ? answer : fail(askedAgain(answer.error));
}

export async function quoteNewOrder(order: NewOrder): Promise<Result<Quote, string>> {
  const answer = await sendDraft(order, null);
  if (!answer.ok) return answer;
  return answer.value.kind === 'quote' ? succeed(answer.value.quote) : fail('No quote came.');
}

/** The number of the order that was made. */
export async function makeNewOrder(order: NewOrder, quote: Quote): Promise<Result<string, string>> {
  const answer = await sendDraft(order, quote.hash);
  if (!answer.ok) return answer;
  return answer.value.kind === 'made' ? succeed(answer.value.number) : fail('No order was made.');
}
