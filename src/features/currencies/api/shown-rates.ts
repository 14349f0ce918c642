/** Currencies that shoppers may choose, with their rates of now: read as anyone, whoever is signed in. */
import { backendAddress } from '#shared/backend/address.ts';
import { readAtOnce } from '#shared/backend/read-at-once.ts';

const query = new URLSearchParams({
  select: 'code,name,per_euro,rated_on',
  is_shown: 'is.true',
  order: 'position,code',
});

/** Null where the shop does not answer. */
export async function readShownRates(): Promise<unknown> {
  const { url, publishableKey } = backendAddress;
  try {
    const answer = await readAtOnce(`${url}/rest/v1/currency_rates?${query}`, {
      headers: { apikey: publishableKey, accept: 'application/json' },
    });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
