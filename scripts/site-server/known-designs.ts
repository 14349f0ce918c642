/**
 * Asks the backend whether a design exists that anybody with its address may see. A private design and
 * none are the same answer. Without an answer in good time a design counts as there: the page that
 * opens asks again by itself, as the person who looks.
 */
import { siteEnvironment, type Settings } from '../settings.ts';

export type IsKnownDesign = (id: string) => Promise<boolean>;

/** Whoever makes a design private is heard after this at the latest. */
const keptMs = 10_000;
const pauseMs = 5_000;
const patienceMs = 1_500;
const mostKept = 1_000;
const mostAsked = 20;

interface Kept {
  readonly answer: Promise<boolean>;
  readonly until: number;
}

export function createKnownDesigns(settings: Settings, now = Date.now): IsKnownDesign {
  const environment = siteEnvironment(settings);
  const kept = new Map<string, Kept>();
  let asked = 0;
  let pausedUntil = 0;

  async function ask(id: string): Promise<boolean> {
    asked += 1;
    try {
      const answer = await fetch(`${environment['PUBLIC_SUPABASE_URL']}/rest/v1/rpc/open_design`, {
        method: 'POST',
        headers: {
          apikey: environment['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ p_key: id }),
        signal: AbortSignal.timeout(patienceMs),
      });
      if (!answer.ok) throw new Error(`The backend answered ${answer.status}`);
      return (await answer.json()) !== null;
    } catch {
      pausedUntil = now() + pauseMs;
      kept.delete(id);
      return true;
    } finally {
      asked -= 1;
    }
  }

  return async (id) => {
    const before = kept.get(id);
    if (before !== undefined && before.until > now()) return before.answer;
    if (now() < pausedUntil || asked >= mostAsked) return true;
    if (kept.size >= mostKept) kept.clear();
    const answer = ask(id);
    kept.set(id, { answer, until: now() + keptMs });
    return answer;
  };
}
