/** How an order of the demo shop is placed and paid. */
import type { Customer } from './people.ts';
import type { Chance } from './random.ts';
import { customer, service, staff, type Shop } from './shop.ts';

export interface CartLine {
  readonly variant_id: string;
  readonly quantity: number;
  readonly options: Readonly<Record<string, string>>;
  readonly design_id: string | null;
  readonly offer_id: string | null;
}

export type Payment = 'demo' | 'invoice';

export interface Purchase {
  readonly by: Customer;
  readonly lines: readonly CartLine[];
  readonly payment: Payment;
  readonly code?: string;
}

export interface Order {
  readonly id: string;
  readonly number: string;
  readonly totalMinor: number;
  readonly payBy: Date;
  readonly token: string;
  readonly by: Customer;
}

interface Quote {
  readonly problems: readonly { readonly line: number | null; readonly reason: string }[];
  readonly shipping_methods: readonly {
    readonly id: string;
    readonly price_minor: number | null;
  }[];
  readonly quote_hash: string;
}

interface PlacedOrder {
  readonly order: {
    readonly id: string;
    readonly number: string;
    readonly total_minor: number;
    readonly pay_by: string;
    readonly token: string;
  };
}

function quoteOf(shop: Shop, at: Date, { by, lines, code }: Purchase): Promise<Quote> {
  return shop.call<Quote>(at, customer(by), 'quote_cart', {
    p_lines: JSON.stringify(lines),
    p_country: by.address.country,
    p_code: code ?? null,
    p_shipping_method: null,
    p_vat_number: by.address.company?.vat_number ?? null,
  });
}

/** What a customer does whom the cart tells that something can't be had: leaves it out, or the code. */
const withoutProblems = (purchase: Purchase, { problems }: Quote): Purchase => {
  const { code: _, ...rest } = purchase;
  const lines = purchase.lines.filter((__, index) => !problems.some(({ line }) => line === index));
  return problems.some(({ line }) => line === null) ? { ...rest, lines } : { ...purchase, lines };
};

/** Null where nothing of the cart can be had. */
export async function placeOrder(
  shop: Shop,
  chance: Chance,
  at: Date,
  asked: Purchase,
): Promise<Order | null> {
  const { company } = asked.by.address;
  if (company !== undefined && company.vat_number !== '') await checkVatNumber(shop, at, company);
  let purchase = asked;
  let quote = await quoteOf(shop, at, purchase);
  if (quote.problems.length > 0) {
    purchase = withoutProblems(purchase, quote);
    if (purchase.lines.length === 0) return null;
    quote = await quoteOf(shop, at, purchase);
  }
  const methods = quote.shipping_methods.filter(({ price_minor }) => price_minor !== null);
  const method = chance.happens(0.75) ? methods[0] : methods.at(-1);
  if (method === undefined || quote.problems.length > 0) return null;
  const { order } = await shop.call<PlacedOrder>(at, customer(purchase.by), 'place_order', {
    p_key: chance.uuid(),
    p_lines: JSON.stringify(purchase.lines),
    p_email: purchase.by.email,
    p_address: purchase.by.address,
    p_shipping_method: method.id,
    p_code: purchase.code ?? null,
    p_consents: { terms: true, group_buy: true },
    p_quote_hash: quote.quote_hash,
    p_payment: purchase.payment,
  });
  const placed = {
    id: order.id,
    number: order.number,
    totalMinor: order.total_minor,
    payBy: new Date(order.pay_by),
    token: order.token,
    by: purchase.by,
  };
  if (purchase.by.userId === null && purchase.payment === 'invoice') {
    return { ...placed, payBy: await confirmOrder(shop, at, placed) };
  }
  return placed;
}

function checkVatNumber(
  shop: Shop,
  at: Date,
  company: { readonly name: string; readonly vat_number: string },
): Promise<unknown> {
  return shop.call(at, service, 'record_vat_check', {
    p_number: company.vat_number,
    p_is_valid: true,
    p_name: company.name.toUpperCase(),
    p_address: 'A REGISTER OF THE DEMONSTRATION',
    p_consultation: `DEMO${company.vat_number}`,
  });
}

/** A guest follows the link of the mail, and the order is kept for as long as a transfer takes. */
async function confirmOrder(shop: Shop, at: Date, order: Order): Promise<Date> {
  const [mail] = await shop.sql<{ token: string }[]>`
    select s.secrets ->> 'token' as token from private.mail_secrets s
    join public.outbox m on m.id = s.mail_id
    where m.payload ->> 'order_id' = ${order.id} and s.secrets ? 'token' limit 1`;
  await shop.call(at, customer(order.by), 'open_order', {
    p_number: order.number,
    p_token: mail?.token ?? order.token,
  });
  const [row] = await shop.sql<{ payBy: Date }[]>`
    select pay_by as "payBy" from public.order_records where id = ${order.id}`;
  return row?.payBy ?? order.payBy;
}

export async function payAtOnce(shop: Shop, at: Date, order: Order): Promise<void> {
  const { amount_minor } = await shop.call<{ readonly amount_minor: number }>(
    at,
    customer(order.by),
    'begin_payment',
    { p_order: order.id, p_token: order.token, p_provider: 'demo' },
  );
  const reference = `demo_${order.number}`;
  await shop.call(at, service, 'apply_payment_event', {
    p_provider: 'demo',
    p_event_id: `${reference}_paid`,
    p_kind: 'paid',
    p_order: order.id,
    p_reference: reference,
    p_amount_minor: amount_minor,
    p_currency: 'EUR',
  });
}

/** Staff find a transfer on the account; all that is due where no amount is named. */
export function recordTransfer(
  shop: Shop,
  at: Date,
  order: Order,
  amountMinor: number | null = null,
): Promise<unknown> {
  return shop.call(at, staff('fulfilment'), 'record_payment', {
    p_order: order.id,
    p_amount_minor: amountMinor,
    p_reference: `Transfer ${order.number}${amountMinor === null ? '' : ', part'}`,
    p_note: '',
  });
}
