import { randomUUID } from 'node:crypto';
import type { TestBackend } from '../local-backend.ts';
import { dutchAddress, type CartLine, type PlacedOrder, type Quote } from './orders.ts';

/** Whatever answers as the shop's API. */
export type Api = Pick<TestBackend, 'url' | 'publishableKey'>;

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  /** The database's reason word, for a refusal. */
  readonly reason: string;
}

export async function call<Body>(
  backend: Api,
  name: string,
  body: unknown,
  key: string = backend.publishableKey,
  signal?: AbortSignal,
): Promise<Answer<Body>> {
  const response = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  const answer = (await response.json().catch(() => null)) as Body;
  const { hint } = (answer ?? {}) as { hint?: unknown };
  return { status: response.status, body: answer, reason: typeof hint === 'string' ? hint : '' };
}

export interface OrderBody {
  readonly p_key: string;
  readonly p_lines: readonly CartLine[];
  readonly p_email: string;
  readonly p_address: typeof dutchAddress;
  readonly p_shipping_method: string | null;
  readonly p_code: string | null;
  readonly p_consents: { readonly terms: boolean; readonly group_buy: boolean };
  readonly p_quote_hash: string;
  readonly p_payment: string;
}

/** Everything but who buys and by which key, made once for many buyers of the same cart. */
export async function prepareOrder(
  backend: Api,
  lines: readonly CartLine[],
  code: string | null = null,
): Promise<OrderBody> {
  const asked = { p_lines: lines, p_country: 'NL', p_code: code };
  const { body: quote } = await call<Quote>(backend, 'quote_cart', asked);
  const method = quote.shipping_methods.find(({ price_minor }) => price_minor !== null);
  return {
    p_key: '',
    p_lines: lines,
    p_email: '',
    p_address: dutchAddress,
    p_shipping_method: method?.id ?? null,
    p_code: code,
    p_consents: { terms: true, group_buy: true },
    p_quote_hash: quote.quote_hash,
    p_payment: 'demo',
  };
}

export const asSomeone = (order: OrderBody): OrderBody => ({
  ...order,
  p_key: randomUUID(),
  p_email: `${randomUUID()}@buyers.test`,
});

export const place = (backend: Api, order: OrderBody, signal?: AbortSignal) =>
  call<PlacedOrder>(backend, 'place_order', order, backend.publishableKey, signal);

/** So many at once, each starting as soon as another is done. */
export async function inParallel<Value>(
  count: number,
  width: number,
  run: (index: number) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) results[index] = await run(index);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
  return results;
}
