/** Reads a round of the public beacon for staff who draw a raffle; browsers of the desk reach no relay. */
import { answer, nothing, refuse } from '../_shared/browser-answers.ts';
import type { ReadRound } from './relays.ts';

export interface RoundDeps {
  /** The role that the caller holds by their own token; null for everyone else. */
  readonly roleOf: (token: string) => Promise<string | null>;
  readonly read: ReadRound;
}

export async function handleRound(request: Request, deps: RoundDeps): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  const body: unknown = await request.json().catch(() => null);
  const { round } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof round !== 'number' || !Number.isSafeInteger(round) || round < 1)
    return refuse(422, 'wrong_round', 'This is not the number of a round.');
  if ((await deps.roleOf(request.headers.get('authorization') ?? '')) !== 'owner')
    return refuse(403, 'not_allowed', 'Your account isn’t allowed to do this.');
  const found = await deps.read(round);
  if (found === 'early')
    return refuse(
      409,
      'round_not_yet',
      'The beacon has not published this round yet. Try again in a minute.',
    );
  if (found === null)
    return refuse(
      502,
      'beacon_away',
      'The beacon can’t be reached at the moment. Try again, or paste the round.',
    );
  return answer(200, found);
}
