/** A shop that answers what a test says, by table or function, and is lost where a test says so. */
import { after, before, beforeEach } from 'node:test';

export interface AnsweringShop {
  /** By the name of a table or a function; what is not named is an empty list. */
  answers: Readonly<Record<string, unknown>>;
  /** What gets no answer: everything, or what is named. */
  lost: readonly string[] | 'everything';
  /** What is refused, with which status and for which reason. */
  refused: Readonly<Record<string, readonly [status: number, reason: string]>>;
  /** What was written, oldest first. */
  readonly written: { readonly name: string; readonly body: unknown }[];
}

/** In place of the network, for the tests of one file. */
export function answeringShop(): AnsweringShop {
  const shop: AnsweringShop = { answers: {}, lost: [], refused: {}, written: [] };
  const ownFetch = globalThis.fetch;
  const ignore = () => true;
  const wasOnline = Object.getOwnPropertyDescriptor(navigator, 'onLine');
  before(() => {
    const listening = { addEventListener: ignore, removeEventListener: ignore };
    Object.assign(globalThis, { document: { hidden: false, ...listening } });
    for (const name of ['dispatchEvent', 'addEventListener', 'removeEventListener'] as const)
      Object.assign(globalThis, { [name]: globalThis[name] ?? ignore });
    // A browser that knows that it is offline tries nothing twice.
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    globalThis.fetch = (async (address, init) => {
      const { pathname } = new URL(address instanceof Request ? address.url : String(address));
      const name = pathname.split('/').at(-1) ?? '';
      if (shop.lost === 'everything' || shop.lost.includes(name)) throw new TypeError('lost');
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      if (init?.method !== 'GET') shop.written.push({ name, body });
      const [status, hint] = shop.refused[name] ?? [];
      if (status !== undefined)
        return Response.json({ code: `PT${status}`, message: 'Refused.', hint }, { status });
      return Response.json(shop.answers[name] ?? []);
    }) as typeof fetch;
  });
  after(() => {
    globalThis.fetch = ownFetch;
    if (wasOnline === undefined) Reflect.deleteProperty(navigator, 'onLine');
    else Object.defineProperty(navigator, 'onLine', wasOnline);
  });
  beforeEach(() => {
    Object.assign(shop, { answers: {}, lost: [], refused: {} });
    shop.written.length = 0;
  });
  return shop;
}
