/** A round of the public beacon, read by the shop for whoever draws. */
import { getBackend } from '#shared/backend/client.ts';
import { fieldsOf, numberOf, textOf } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { BeaconRound } from './lists.ts';

const away = 'The shop can’t be reached. Try again, or paste the round.';

export async function fetchRound(
  round: number,
  backend = getBackend(),
): Promise<Result<BeaconRound, string>> {
  const { data, error } = await (
    await backend
  ).functions.invoke('beacon-round', {
    body: { round },
  });
  if (error) {
    const { context } = error as { readonly context?: unknown };
    const told = context instanceof Response ? await context.json().catch(() => null) : null;
    return fail(textOf(fieldsOf(told)?.['message']) || away);
  }
  const fields = fieldsOf(data);
  if (fields === null) return fail(away);
  return succeed({
    round: numberOf(fields['round']),
    randomness: textOf(fields['randomness']),
    signature: textOf(fields['signature']),
  });
}
