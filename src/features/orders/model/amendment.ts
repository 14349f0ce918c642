/** Invariant: what was not touched is no change, and nothing that is not valid becomes one. */
import { lineName } from '#shared/line-name.ts';
import { emptyAddress, type Address } from '#shared/address.ts';
import { textToMinor } from '#desk-kit/model/field-text.ts';
import type { Given } from '#shared/backend/given.ts';
import { decimalMoney } from '#shared/money.ts';
import type { Order, OrderLine } from './order.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

/** One line as it is typed; `price` empty is the shop's. */
export interface TypedLine {
  readonly id: string;
  readonly sku: string;
  readonly quantity: string;
  readonly price: string;
  readonly options: Readonly<Record<string, string>>;
}

export interface AmendmentDraft {
  readonly lines: readonly TypedLine[];
  readonly added: readonly TypedLine[];
  readonly shipping: string;
  readonly address: Address;
  /** Each part is sent when it is ready, though its buyer wanted all of it together. */
  readonly isParted: boolean;
}

export interface WantedLine {
  readonly sku: string;
  readonly quantity: number;
  readonly unitPriceMinor: number | null;
  readonly options: Readonly<Record<string, string>>;
}

export interface AmendmentChanges {
  readonly lines: readonly {
    readonly lineId: string;
    readonly quantity: number | null;
    readonly unitPriceMinor: number | null;
    readonly options: Readonly<Record<string, string>> | null;
  }[];
  readonly added: readonly WantedLine[];
  readonly shippingMinor: number | null;
  readonly address: Address | null;
  readonly isParted: boolean;
}

export type Amendment = Given<'amend_order'>;
export type AmendedLine = Amendment['after']['lines'][number];

export const emptyLine = (id: string): TypedLine => ({
  id,
  sku: '',
  quantity: '1',
  price: '',
  options: {},
});

const typed = (minor: number, currency: string) => decimalMoney(minor, currency);

/** The answers of a line, as the form and the database take them. */
const chosenOptions = (line: OrderLine): Readonly<Record<string, string>> =>
  Object.fromEntries(line.options.map((each) => [each.option_id, each.value_id]));

function changedOptions(
  line: OrderLine,
  wish: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | null {
  const was = chosenOptions(line);
  const isSame = Object.entries(wish).every(([option, value]) => was[option] === value);
  return isSame ? null : { ...was, ...wish };
}

export function draftOf(order: Order): AmendmentDraft {
  return {
    lines: order.lines.map((line) => ({
      id: line.id,
      sku: '',
      quantity: String(line.quantity),
      price: typed(line.unit_price_minor, order.currency),
      options: chosenOptions(line),
    })),
    added: [],
    shipping: typed(order.shipping_minor, order.currency),
    address: { ...emptyAddress, ...order.address },
    isParted: false,
  };
}

function countOf(text: string, least: number): Result<number, string> {
  const count = /^\d{1,3}$/.test(text.trim()) ? Number(text) : -1;
  return count >= least ? succeed(count) : fail(`“${text}” is not a quantity.`);
}

function priceOf(text: string): Result<number, string> {
  const minor = textToMinor(text.trim());
  return minor.ok && minor.value < 0 ? fail('A price can’t be negative.') : minor;
}

export function wantedLines(lines: readonly TypedLine[]): Result<readonly WantedLine[], string> {
  const wanted: WantedLine[] = [];
  for (const { sku, quantity, price, options } of lines.filter((line) => line.sku.trim() !== '')) {
    const count = countOf(quantity, 1);
    const minor = price.trim() === '' ? succeed(null) : priceOf(price);
    if (!count.ok) return count;
    if (!minor.ok) return minor;
    const line = { sku: sku.trim(), quantity: count.value, unitPriceMinor: minor.value, options };
    wanted.push(line);
  }
  return succeed(wanted);
}

function changedLines(
  order: Order,
  lines: readonly TypedLine[],
): Result<AmendmentChanges['lines'], string> {
  const changed: AmendmentChanges['lines'][number][] = [];
  for (const line of order.lines) {
    const wish = lines.find(({ id }) => id === line.id);
    if (!wish) continue;
    const count = countOf(wish.quantity, 0);
    const price = priceOf(wish.price);
    if (!count.ok) return count;
    if (!price.ok) return price;
    const quantity = count.value === line.quantity ? null : count.value;
    const unitPriceMinor = price.value === line.unit_price_minor ? null : price.value;
    // What is taken out needs no choices.
    const options = count.value === 0 ? null : changedOptions(line, wish.options);
    if (quantity !== null || unitPriceMinor !== null || options !== null)
      changed.push({ lineId: line.id, quantity, unitPriceMinor, options });
  }
  return succeed(changed);
}

function changedAddress(order: Order, address: Address): Address | null {
  const before: Address = { ...emptyAddress, ...order.address };
  const isChanged = Object.entries(address).some(
    ([name, text]) => text.trim() !== Object.entries(before).find(([key]) => key === name)?.[1],
  );
  return isChanged ? address : null;
}

/** Fails with a sentence where something is no value, or where nothing was changed. */
export function changesOf(order: Order, draft: AmendmentDraft): Result<AmendmentChanges, string> {
  const lines = changedLines(order, draft.lines);
  if (!lines.ok) return lines;
  const added = wantedLines(draft.added);
  if (!added.ok) return added;
  const shipping = priceOf(draft.shipping);
  if (!shipping.ok) return shipping;
  const shippingMinor = shipping.value === order.shipping_minor ? null : shipping.value;
  const address = changedAddress(order, draft.address);
  const isParted = order.ships_together && draft.isParted;
  const changes = { lines: lines.value, added: added.value, shippingMinor, address, isParted };
  const isNothing =
    lines.value.length + added.value.length === 0 &&
    shippingMinor === null &&
    address === null &&
    !isParted;
  return isNothing ? fail('Nothing was changed yet.') : succeed(changes);
}

export interface LineChange {
  readonly id: string;
  readonly title: string;
  readonly was: AmendedLine | null;
  readonly is: AmendedLine | null;
}

/** What an amendment does to each line; lines of one name differ in what was chosen. */
export function lineChanges(
  before: readonly AmendedLine[],
  after: readonly AmendedLine[],
): LineChange[] {
  const ids = [...new Set([...before, ...after].map((line) => line.line_id))];
  return ids.flatMap((id) => {
    const was = before.find((line) => line.line_id === id) ?? null;
    const is = after.find((line) => line.line_id === id) ?? null;
    const isSame =
      was?.quantity === is?.quantity &&
      was?.unit_price_minor === is?.unit_price_minor &&
      was?.options.join() === is?.options.join();
    const named = is ?? was;
    return isSame || named === null
      ? []
      : [{ id, title: lineName(named.title, named.variant_title), was, is }];
  });
}
