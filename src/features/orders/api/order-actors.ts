import type { EventActors } from '../model/order-event-words.ts';
import { actorsOf } from '#desk-kit/model/actor-words.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const orderActors = (orderId: string, parts: CallParts = {}): Answer<EventActors> =>
  callFunction('order_actors', { p_order: orderId }, (data) => actorsOf(data, 'event_id'), parts);
