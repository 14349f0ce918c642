/**
 * Invariant: what was typed is sent with the order as it was read; a colleague who was faster is told
 * of.
 */
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { amendOrder, draftOrder, type StaffLine } from '../api/order-amendments.ts';
import type { Address } from '#shared/address.ts';
import {
  changesOf,
  wantedLines,
  type Amendment,
  type AmendmentDraft,
  type TypedLine,
  type WantedLine,
} from '../model/amendment.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { OptionRule } from '#features/catalogue/model/option-choice.ts';
import type { Order } from '../model/order.ts';
import type { Quote } from '#features/cart/model/quote.ts';
import type { Row } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { askedAgain } from '#desk-kit/store/desk-refusal.ts';
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
  /** Which answers don't go together, and why. */
  readonly rules: readonly OptionRule[];
}

/** What a number of the warehouse names, with what has to be chosen. */
export async function findGoods(sku: string): Promise<Result<FoundGoods, string>> {
  const found = await readGoods('sku', sku);
  if (!found.ok) return found;
  return found.value === null ? fail(`There is no ${sku} in the shop.`) : succeed(found.value);
}

/** What may be chosen for a line that was ordered; its variant may be gone by now. */
export async function findLineGoods(variantId: string | null): Promise<Result<FoundGoods, string>> {
  const found = variantId === null ? succeed(null) : await readGoods('id', variantId);
  if (!found.ok) return found;
  return found.value === null ? fail('This is no longer in the shop.') : succeed(found.value);
}

async function readGoods(
  column: 'sku' | 'id',
  value: string,
): Promise<Result<FoundGoods | null, string>> {
  const found = await readDeskRows({
    table: 'variants',
    columns: 'id,title,is_required,product_id,product:products!variants_product_id_fkey(title)',
    conditions: [{ column, operator: 'eq', value }],
  });
  if (!found.ok) return fail(found.error.message);
  const [row] = found.value;
  if (!row) return succeed(null);
  const choices = await readChoicesOf(row.values);
  if (!choices.ok) return fail(choices.error.message);
  const title = `${row.values.product.title} ${row.values.title}`.trim();
  return succeed({ variantId: row.id, title, ...choices.value });
}

/** A part beside a kit that every order needs is sold as it is: the options are asked for the kit. */
async function readChoicesOf(
  variant: Pick<Row<'variants'>, 'product_id' | 'is_required'>,
): Promise<Result<Pick<FoundGoods, 'options' | 'rules'>, BackendError>> {
  const productId = variant.product_id;
  if (variant.is_required) return readChoices(productId);
  const required = await readDeskRows({
    table: 'variants',
    columns: 'id',
    conditions: [
      { column: 'product_id', operator: 'eq', value: productId },
      { column: 'is_required', operator: 'eq', value: 'true' },
    ],
  });
  if (!required.ok) return required;
  return required.value.length > 0 ? succeed({ options: [], rules: [] }) : readChoices(productId);
}

async function readChoices(
  productId: string,
): Promise<Result<Pick<FoundGoods, 'options' | 'rules'>, BackendError>> {
  const ofProduct = [{ column: 'product_id', operator: 'eq', value: productId }];
  const [options, rules] = await Promise.all([
    readDeskRows({
      table: 'product_options',
      columns: 'id,title',
      conditions: ofProduct,
      order: 'position',
    }),
    readDeskRows({ table: 'option_rules', columns: '*', conditions: ofProduct }),
  ]);
  if (!options.ok) return options;
  if (!rules.ok) return rules;
  if (options.value.length === 0) return succeed({ options: [], rules: [] });
  const value = `(${options.value.map(({ id }) => id).join(',')})`;
  const values = await readDeskRows({
    table: 'option_values',
    columns: 'id,title,option_id',
    conditions: [{ column: 'option_id', operator: 'in', value }],
    order: 'position',
  });
  if (!values.ok) return values;
  const titled = ({ id, values: { title } }: DeskRow<{ readonly title: string }>) => ({
    id,
    title,
  });
  return succeed({
    options: options.value.map((option) => ({
      ...titled(option),
      values: values.value.filter((each) => each.values.option_id === option.id).map(titled),
    })),
    rules: rules.value.map(({ values: rule }) => ({
      valueId: rule.value_id,
      otherValueId: rule.other_value_id,
      reason: rule.reason,
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
  return 'Someone else changed this order in the meantime. Your changes were not saved.';
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
  const { id: orderId, version = 0, number } = order;
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
  if (wanted.value.length === 0) return fail('Add items by their SKU.');
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
  return answer.value.kind === 'quote'
    ? succeed(answer.value.quote)
    : fail('The shop gave no price.');
}

/** The number of the order that was made. */
export async function makeNewOrder(order: NewOrder, quote: Quote): Promise<Result<string, string>> {
  const answer = await sendDraft(order, quote.quote_hash);
  if (!answer.ok) return answer;
  return answer.value.kind === 'made'
    ? succeed(answer.value.number)
    : fail('The order was not created.');
}
