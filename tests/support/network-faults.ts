/** Waits of the page are passed by its own clock, so that a fault of a minute takes no minute. */
import { expect, type Locator, type Page, type Request, type Route } from 'playwright/test';

/** Lasting ones first; after them those that let the request through and spoil its answer. */
export const faults = [
  '502',
  '503',
  '504',
  '429',
  '401',
  'html',
  'reset',
  'silence',
  'cut',
  'cors',
  'lost',
  'slow',
] as const;

export type Fault = (typeof faults)[number];

export interface FaultyNetwork {
  /** From now on; null heals it and lets go what is held. */
  set(fault: Fault | null): void;
  /** Requests of the flow since the fault was set. */
  hits(): number;
  /** Lets the clock of the page run on until it is so. */
  pass(isSo: () => Promise<boolean>, what: string): Promise<void>;
}

const page502 = '<!doctype html><html><h1>Bad Gateway</h1></html>';

/** Before the page is opened. */
export async function breakNetwork(
  page: Page,
  address: RegExp,
  method: 'any' | 'POST' = 'any',
): Promise<FaultyNetwork> {
  await page.clock.install();
  // The clock of the test does not reach the browser's own time-outs; these are the same, by timers.
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
      return controller.signal;
    };
  });
  let fault: Fault | null = null;
  let hits = 0;
  let held: Route[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  // What is held back takes the page's time; all else takes the time of this machine.
  const isAtWork = () =>
    [...open].some((request) => !held.some((route) => route.request() === request));
  const answer = async (route: Route): Promise<void> => {
    switch (fault) {
      case '502':
      case '504':
        return route.fulfill({ status: Number(fault), contentType: 'text/html', body: page502 });
      case '503':
        return route.fulfill({ status: 503, json: { message: 'no healthy upstream' } });
      case '429':
        return route.fulfill({
          status: 429,
          headers: { 'retry-after': '9', 'access-control-expose-headers': 'retry-after' },
          json: { message: 'API rate limit exceeded' },
        });
      case '401':
        return route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'JWT expired' } });
      case 'html':
        return route.fulfill({ status: 200, contentType: 'text/html', body: page502 });
      case 'reset':
        return route.abort('connectionreset');
      case 'silence':
      case 'slow':
        held.push(route);
        return;
      case 'cut': {
        const response = await route.fetch();
        const body = await response.text();
        return route.fulfill({ response, body: body.slice(0, body.length >> 1) });
      }
      case 'cors': {
        const response = await route.fetch();
        const headers = {
          ...response.headers(),
          'access-control-allow-origin': 'https://a.example',
        };
        return route.fulfill({ response, headers });
      }
      case 'lost':
        if (hits > 1) return route.continue();
        await route.fetch();
        return route.abort('connectionreset');
      case null:
        return route.continue();
    }
  };
  await page.route(address, async (route) => {
    if (method !== 'any' && route.request().method() !== method) return route.fallback();
    hits += 1;
    // A page that has given up, or was left, takes no answer any more.
    await answer(route).catch(() => undefined);
  });
  return {
    set(next) {
      const waiting = held;
      const wasSlow = fault === 'slow';
      [fault, hits, held] = [next, 0, []];
      for (const route of waiting) {
        void (wasSlow ? route.continue() : route.abort()).catch(() => undefined);
      }
    },
    hits: () => hits,
    async pass(isSo, what) {
      for (let round = 0; round < 2_000;) {
        if (await isSo()) return;
        // What really takes time on this machine is not to look like a shop that stays silent.
        if (isAtWork()) await new Promise((resolve) => setTimeout(resolve, 20));
        else {
          await page.clock.runFor(500);
          round += 1;
        }
      }
      throw new Error(`it never came about: ${what}`);
    },
  };
}

/** Nobody is left waiting: no key, sum or shape that says "in a moment" although nothing will come. */
export async function expectNobodyWaits(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy="true"]:visible')).toHaveCount(0);
  await expect(page.locator('main output [class*="skeleton"]:visible')).toHaveCount(0);
}

export const isThere = (locator: Locator) => (): Promise<boolean> => locator.isVisible();
