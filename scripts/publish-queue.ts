import { setTimeout as sleep } from 'node:timers/promises';

export interface BuildRequest {
  readonly id: string;
  readonly log: string;
}

export interface PublishQueue {
  /**
   * Takes the request that waits, if there is one. A builder that says where its own log is finds what
   * it took, should the answer be lost on the way.
   */
  claim(logUrl?: string): Promise<BuildRequest | null>;
  writeLog(id: string, log: string): Promise<void>;
  finish(id: string, outcome: 'live' | 'failed', log: string): Promise<void>;
  /** For a builder that knows that it is the only one: nobody works on what is said to run. */
  requeueAbandoned(): Promise<void>;
}

const longestWaitMs = 10_000;
const mostLog = 190_000;
const tries = 5;

/** The end says what happened, so that is what is kept of a long log. */
function cut(log: string): string {
  return log.length <= mostLog ? log : `…\n${log.slice(-mostLog)}`;
}

export function createPublishQueue(apiUrl: string, secretKey: string): PublishQueue {
  async function ask(method: string, query: string, body?: object): Promise<Response> {
    return fetch(`${apiUrl}/rest/v1/publish_requests?${query}`, {
      method,
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      signal: AbortSignal.timeout(longestWaitMs),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }

  async function rowsOf(response: Response): Promise<BuildRequest[]> {
    if (response.ok) return (await response.json()) as BuildRequest[];
    throw new Error(`Publish requests: HTTP ${response.status} ${await response.text()}`);
  }

  /** For what must be told, even to a database that is just being restarted. */
  async function patiently<T>(work: (attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work(attempt);
      } catch (error) {
        if (attempt === tries) throw error;
        await sleep(500 * 2 ** attempt);
      }
    }
  }

  const insist = (query: string, body: object) =>
    patiently(async () => void (await rowsOf(await ask('PATCH', query, body))));

  async function requeue({ id, log }: BuildRequest): Promise<void> {
    const said = cut(`${log}\nThe builder was stopped before the end. The site is as it was.`);
    const again = { status: 'queued', started_at: null, build_id: null, log: said, log_url: null };
    const answer = await ask('PATCH', `id=eq.${id}&status=eq.running`, again);
    if (answer.ok) return;
    if (answer.status !== 409) throw new Error(`Publish requests: HTTP ${answer.status}`);
    const joined = `${said}\nAnother request waits already and brings the same.`;
    await insist(`id=eq.${id}`, { ...ended('failed'), log: joined });
  }

  const ended = (status: 'live' | 'failed') => ({ status, finished_at: new Date().toISOString() });

  return {
    claim(logUrl) {
      const take = async (): Promise<BuildRequest | null> => {
        const started = { status: 'running', started_at: new Date().toISOString() };
        const body = logUrl === undefined ? started : { ...started, log_url: logUrl };
        const [row] = await rowsOf(await ask('PATCH', 'status=eq.queued&select=id,log', body));
        return row ?? null;
      };
      if (logUrl === undefined) return take();
      const mine = `status=eq.running&log_url=eq.${encodeURIComponent(logUrl)}&select=id,log`;
      return patiently(async (attempt) => {
        const [taken] = attempt === 1 ? [] : await rowsOf(await ask('GET', mine));
        return taken ?? take();
      });
    },
    async writeLog(id, log) {
      await rowsOf(await ask('PATCH', `id=eq.${id}&status=eq.running`, { log: cut(log) }));
    },
    finish: (id, outcome, log) =>
      insist(`id=eq.${id}`, {
        ...ended(outcome),
        ...(outcome === 'live' ? { build_id: id } : {}),
        log: cut(log),
      }),
    async requeueAbandoned() {
      for (const row of await rowsOf(await ask('GET', 'status=eq.running&select=id,log'))) {
        await requeue(row);
      }
    },
  };
}
