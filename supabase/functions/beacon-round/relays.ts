/** The relays of the public beacon. Any of them may be away: what they say is checked by its signature. */
import { beacon } from '#features/lists/model/beacon.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';

export interface PublishedRound {
  readonly round: number;
  readonly randomness: string;
  readonly signature: string;
}

/** `early` where every relay that answered has no such round yet. */
export type ReadRound = (round: number) => Promise<PublishedRound | 'early' | null>;

const ownRelays = 'https://api.drand.sh,https://api2.drand.sh,https://drand.cloudflare.com';
const longestWaitMs = 6_000;
const mostLetters = 5_000;

const isText = (fact: unknown) => typeof fact === 'string';

function parse(text: string, wanted: number): PublishedRound | null {
  const facts: unknown = JSON.parse(text.slice(0, mostLetters));
  if (typeof facts !== 'object' || facts === null) return null;
  const { round, randomness, signature } = facts as Readonly<Record<string, unknown>>;
  const isRound = round === wanted && isText(randomness) && isText(signature);
  return isRound ? { round, randomness, signature } : null;
}

export function createReadRound(environment: FunctionEnvironment): ReadRound {
  const relays = (environment['BEACON_RELAYS'] || ownRelays).split(',').map((each) => each.trim());
  return async (round) => {
    let isEarly = false;
    for (const relay of relays) {
      try {
        const response = await fetch(`${relay}/${beacon.chainHash}/public/${round}`, {
          signal: AbortSignal.timeout(longestWaitMs),
        });
        isEarly ||= response.status === 404 || response.status === 425;
        const found = response.ok ? parse(await response.text(), round) : null;
        if (found !== null) return found;
      } catch {
        // The next one is asked.
      }
    }
    return isEarly ? 'early' : null;
  };
}
