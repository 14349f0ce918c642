/** The only way a screen learns which colleague did what to an order. */
import type { EventActors } from '#domain/order-event-words.ts';
import { listOf, numberOf, textOrNull } from '#domain/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from './call-function.ts';

export const orderActors = (orderId: string, parts: CallParts = {}): Answer<EventActors> =>
  callFunction(
    'order_actors',
    { p_order: orderId },
    (data) =>
      Array.isArray(data)
        ? new Map(
            listOf(data, (fields) => {
              const name = textOrNull(fields['email']) ?? textOrNull(fields['role']);
              const who = fields['is_own'] === true ? 'you' : (name ?? 'staff, since gone');
              return [numberOf(fields['event_id']), who] as const;
            }),
          )
        : null,
    parts,
  );
