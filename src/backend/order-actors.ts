/** The only way a screen learns which colleague did what to an order. */
import type { EventActors } from '#domain/order-event-words.ts';
import { parseActors } from './actor-words.ts';
import { callFunction, type Answer, type CallParts } from './call-function.ts';

export const orderActors = (orderId: string, parts: CallParts = {}): Answer<EventActors> =>
  callFunction(
    'order_actors',
    { p_order: orderId },
    (data) => parseActors(data, 'event_id'),
    parts,
  );
