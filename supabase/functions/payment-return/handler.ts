/**
 * Where a provider's page sends customers back to when something is left to do: it takes the money, and
 * leads on to the order. Invariant: what goes wrong here is told again by the provider's own message, so
 * a customer sees the order whatever happened.
 */
import type { PaymentEvent } from '../_shared/payments/payment-event.ts';
import type { SettleReturn } from '../_shared/payments/provider.ts';
import { orderNumberOf } from '#shared/order-number.ts';

export interface PaymentReturnDeps {
  readonly shopUrl: string;
  readonly returns: Readonly<Record<string, SettleReturn | null>>;
  readonly apply: (event: PaymentEvent) => Promise<unknown>;
  readonly report: (error: unknown) => Promise<void>;
}

const goTo = (url: string): Response =>
  new Response(null, { status: 303, headers: { location: url, 'cache-control': 'no-store' } });

export async function handlePaymentReturn(
  request: Request,
  deps: PaymentReturnDeps,
): Promise<Response> {
  if (request.method !== 'GET')
    return Response.json({ message: 'Only GET is understood here' }, { status: 405 });
  const { searchParams: query } = new URL(request.url);
  const number = orderNumberOf(query.get('order') ?? '');
  const back = `${deps.shopUrl}/orders?order=${encodeURIComponent(number)}&payment=done`;
  const provider = query.get('provider') ?? '';
  const settle = Object.hasOwn(deps.returns, provider) ? deps.returns[provider] : null;
  if (!settle) return goTo(back);
  try {
    const { event, page } = await settle(query);
    if (event !== null) await deps.apply(event);
    return goTo(page ?? back);
  } catch (error) {
    await deps.report(error);
    return goTo(back);
  }
}
