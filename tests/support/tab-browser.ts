/**
 * A browser that draws pages before anyone asks for them. Playwright speaks to pages, and for a client that
 * does Chromium draws nothing ahead; this one speaks to tabs, in which a page takes the place of another.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { browserArguments, findBrowser } from '../../scripts/ensure-browser.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

type Facts = Readonly<Record<string, unknown>>;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Facts;
  readonly result?: Facts;
  readonly error?: { readonly message: string };
}

interface Target {
  readonly targetId: string;
  /** `prerender` of a page that is drawn and not seen. */
  readonly subtype?: string;
}

interface Line {
  /** Hears what the browser says of itself; gives what ends that. */
  listen(hear: (message: Message) => void): () => void;
  send<Answer = Facts>(method: string, params?: Facts, sessionId?: string): Promise<Answer>;
}

async function openLine(address: string): Promise<Line> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<
    number,
    { readonly sessionId: string | undefined; readonly answer: (message: Message) => void }
  >();
  const listeners = new Set<(message: Message) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) return waiting.get(message.id)?.answer(message);
    for (const hear of listeners) hear(message);
    if (message.method !== 'Target.detachedFromTarget') return;
    // What a page was asked that has gone, nobody answers any more.
    for (const { sessionId, answer } of waiting.values()) {
      if (sessionId === message.params?.['sessionId']) answer({ error: { message: 'gone' } });
    }
  });
  return {
    listen(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    async send<Answer>(method: string, params: Facts = {}, sessionId?: string) {
      lastId += 1;
      const id = lastId;
      const answered = new Promise<Message>((answer) => waiting.set(id, { sessionId, answer }));
      socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
      const { result, error } = await answered;
      waiting.delete(id);
      if (error) throw new Error(`${method}: ${error.message}`);
      return result as Answer;
    },
  };
}

export interface Tab {
  goto(url: string): Promise<void>;
  /** In the page that is seen. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Waits until it holds in the page that is seen. */
  until(expression: string): Promise<void>;
  /** Moves the pointer there and lets it rest. */
  hover(selector: string): Promise<void>;
  /** Presses where the pointer is. */
  press(): Promise<void>;
  /** Waits for a page that is drawn ahead, and runs something in it. */
  ahead<Value>(expression: string): Promise<Value>;
  /** How many pages are drawn ahead now. */
  countAhead(): number;
  /** Before the scripts of every page. */
  addScript(source: string): Promise<void>;
  close(): Promise<void>;
}

export interface TabBrowser {
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

const pollMs = 50;
const longestWaitMs = 15_000;
const longestGoodbyeMs = 3_000;

async function poll<Value>(read: () => Promise<Value | undefined>, what: string): Promise<Value> {
  for (const start = Date.now(); Date.now() - start < longestWaitMs; await wait(pollMs)) {
    const value = await read();
    if (value !== undefined) return value;
  }
  throw new Error(`${what}: not within ${longestWaitMs} ms`);
}

async function openTab(line: Line): Promise<Tab> {
  const { browserContextId } = await line.send<{ browserContextId: string }>(
    'Target.createBrowserContext',
  );
  const pages = new Map<string, { readonly sessionId: string; target: Target }>();
  const scripts: string[] = [];
  let tabSession = '';
  const admit = async (sessionId: string, target: Target) => {
    pages.set(target.targetId, { sessionId, target });
    // Answered once the page goes on, which it does when it has heard all of them.
    await Promise.all([
      line.send('Page.enable', {}, sessionId),
      ...scripts.map((source) =>
        line.send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId),
      ),
      line.send('Runtime.runIfWaitingForDebugger', {}, sessionId),
    ]);
  };
  const stop = line.listen(({ method, sessionId, params = {} }) => {
    const { targetInfo: target, targetId } = params as { targetInfo?: Target; targetId?: string };
    if (method === 'Target.attachedToTarget' && sessionId === tabSession && target) {
      void admit(String(params['sessionId']), target).catch(() => {});
    } else if (method === 'Target.targetInfoChanged' && target) {
      const known = pages.get(target.targetId);
      if (known) known.target = target;
    } else if (method === 'Target.detachedFromTarget' && targetId) pages.delete(targetId);
    else if (method === 'Target.targetDestroyed' && targetId) pages.delete(targetId);
  });
  await line.send('Target.setDiscoverTargets', {
    discover: true,
    filter: [{ type: 'page' }, { type: 'tab' }],
  });
  const { targetId } = await line.send<{ targetId: string }>('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width: 1280,
    height: 900,
    forTab: true,
  });
  const attached = await line.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  tabSession = attached.sessionId;
  const wanted = {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  };
  await line.send('Target.setAutoAttach', wanted, tabSession);
  const all = () => [...pages.values()];
  const shown = () =>
    poll(async () => all().find(({ target }) => !target.subtype)?.sessionId, 'a page');
  const run = async <Value>(expression: string, sessionId: string): Promise<Value> => {
    const { result, exceptionDetails } = await line.send<{
      result: { value: Value };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true, userGesture: false },
      sessionId,
    );
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  };
  const evaluate = async <Value>(expression: string) => run<Value>(expression, await shown());
  let [x, y] = [0, 0];
  const mouse = async (type: string, extra: Facts = {}) =>
    line.send('Input.dispatchMouseEvent', { type, x, y, ...extra }, await shown());
  const tab: Tab = {
    evaluate,
    async goto(url) {
      await line.send('Page.navigate', { url }, await shown());
      await tab.until(`location.href !== 'about:blank' && document.readyState === 'complete'`);
    },
    async until(expression) {
      // A page that goes while it is asked gives no answer.
      const ask = () => evaluate<boolean>(`Boolean(${expression})`).catch(() => false);
      await poll(async () => (await ask()) || undefined, expression);
    },
    async hover(selector) {
      const place = await evaluate<{ x: number; y: number }>(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const box = element.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      })()`);
      [x, y] = [place.x, place.y];
      await mouse('mouseMoved');
    },
    async press() {
      const button = { button: 'left', clickCount: 1 };
      await mouse('mousePressed', button);
      await mouse('mouseReleased', button);
    },
    async ahead(expression) {
      const find = async () => {
        const found = all().find(({ target }) => target.subtype === 'prerender');
        // At first there is a page without a document.
        const isThere = 'document.prerendering && document.body !== null';
        const isDrawn = found && (await run(isThere, found.sessionId).catch(() => false));
        return isDrawn ? found : undefined;
      };
      const { sessionId } = await poll(find, 'a page drawn ahead');
      return run(expression, sessionId);
    },
    countAhead: () => all().filter(({ target }) => target.subtype === 'prerender').length,
    async addScript(source) {
      scripts.push(source);
      await line.send('Page.addScriptToEvaluateOnNewDocument', { source }, await shown());
    },
    async close() {
      stop();
      await line.send('Target.disposeBrowserContext', { browserContextId });
    },
  };
  return tab;
}

export async function openTabBrowser(extra: readonly string[] = []): Promise<TabBrowser> {
  const folder = await makeTemporaryFolder();
  const browser = spawn(
    findBrowser() ?? '',
    [
      ...browserArguments,
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      ...extra,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'exit');
  let address = '';
  for await (const text of createInterface({ input: browser.stderr })) {
    [, address = ''] = /DevTools listening on (ws:\S+)/.exec(text) ?? [];
    if (address !== '') break;
  }
  browser.stderr.resume();
  const line = await openLine(address);
  return {
    newTab: () => openTab(line),
    async close() {
      // Under load it sometimes says goodbye and stays.
      void line.send('Browser.close').catch(() => {});
      const isGone = await Promise.race([ended, wait(longestGoodbyeMs, null, { ref: false })]);
      if (isGone === null) browser.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
