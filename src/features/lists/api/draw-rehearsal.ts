/** Nothing is written by asking. */
import { rehearsedEnds, type DrawRehearsal } from '../model/draw-rehearsal.ts';
import { fieldsOf, listOf, numberOf, oneOf, textOf } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const rehearseDraw = (
  listId: string,
  randomness: string,
  parts: CallParts = {},
): Answer<DrawRehearsal> =>
  callFunction(
    'rehearse_draw',
    { p_list: listId, p_randomness: randomness },
    parseRehearsal,
    parts,
  );

function parseRehearsal(data: unknown): DrawRehearsal | null {
  const fields = fieldsOf(data);
  if (fields === null || !Array.isArray(fields['rows'])) return null;
  return {
    randomness: textOf(fields['randomness']),
    entryCount: numberOf(fields['entry_count']),
    entriesHash: textOf(fields['entries_hash']),
    capacity: numberOf(fields['capacity']),
    maxWins: numberOf(fields['max_wins']),
    given: numberOf(fields['given']),
    lastWinningPlace: numberOf(fields['last_winning_place']),
    rows: listOf(fields['rows'], ({ entry_id: entryId, place, won, because }) => ({
      entryId: textOf(entryId),
      place: numberOf(place),
      won: Array.isArray(won) ? won.map(textOf) : [],
      because: oneOf(because, rehearsedEnds) ?? 'too_late',
    })),
  };
}
