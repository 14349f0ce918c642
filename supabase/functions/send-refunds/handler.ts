/**
 * Asks providers to send the refunds of some orders at once, while whoever gave the money back is still
 * there. The clock asks for all others.
 */
import { answer, nothing, refuse } from '../_shared/browser-answers.ts';
import type { RefundReport } from '../_shared/payments/refund-call.ts';

export interface SendRefundsDeps {
  /** Which of these orders have refunds waiting that the caller may see: staff alone see any. */
  readonly waitingOf: (
    orders: readonly string[],
    authorization: string,
  ) => Promise<readonly string[]>;
  readonly send: (orders: readonly string[]) => Promise<RefundReport>;
}

const mostOrders = 20;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function handleSendRefunds(
  request: Request,
  deps: SendRefundsDeps,
): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  const body: unknown = await request.json().catch(() => null);
  const { orders } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const isList = (list: unknown): list is readonly string[] =>
    Array.isArray(list) && list.every((id) => typeof id === 'string' && uuid.test(id));
  if (!isList(orders) || orders.length === 0 || orders.length > mostOrders)
    return refuse(422, 'wrong_orders', `Name 1 to ${mostOrders} orders.`);
  const waiting = await deps.waitingOf(orders, request.headers.get('authorization') ?? '');
  if (waiting.length === 0) return answer(200, { sent: 0, waiting: 0, refused: 0 });
  return answer(200, await deps.send(waiting));
}
