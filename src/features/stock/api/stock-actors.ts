import { actorsOf } from '#desk-kit/model/actor-words.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

/** The words for each, by the id of the entry of the ledger; of customers and the shop there are none. */
export const stockActors = (
  entries: readonly number[],
  parts: CallParts = {},
): Answer<ReadonlyMap<number, string>> =>
  callFunction(
    'stock_actors',
    { p_entries: [...entries] },
    (data) => actorsOf(data, 'entry_id'),
    parts,
  );
