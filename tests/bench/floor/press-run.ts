/**
 * From a press to the frame in which what was asked for is on the screen, as a phone on a slow line sees
 * it: Lighthouse's slow 4G and a processor four times slower. The press may lead to another page.
 */
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright';
import { saveData } from '../../support/pages/idle.ts';

export interface Press {
  readonly url: string;
  /** What is pressed, and what then is to be seen. */
  readonly key: string;
  readonly seen: string;
  /** What is to be seen where nothing can be fetched any more; without it, this press needs no network. */
  readonly failed?: string;
  /** Before the page is opened: whoever is signed in, for one. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/**
 * `early`: as soon as there is something to press, its scripts still on their way; `cold`: as soon as the
 * page listens; `idle`: once it has fetched what it fetches by itself; `failed`: nothing was fetched ahead,
 * and the network is gone.
 */
export type Circumstance = 'early' | 'cold' | 'idle' | 'failed';

export interface PressFigures {
  readonly ms: number;
  /** Between the press and what was seen; what the browser has kept is not among them. */
  readonly requests: number;
  readonly bytes: number;
}

const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const slowDown = 4;
const longestWaitMs = 60_000;
const phone = { width: 412, height: 823 };

interface Traffic {
  readonly inFlight: () => number;
  readonly since: (reset?: boolean) => { readonly requests: number; readonly bytes: number };
}

async function watchTraffic(devTools: CDPSession): Promise<Traffic> {
  const open = new Set<string>();
  let [requests, bytes] = [0, 0];
  await devTools.send('Network.enable');
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('data:')) return;
    open.add(requestId);
    requests += 1;
  });
  devTools.on('Network.requestServedFromCache', () => (requests -= 1));
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId);
    bytes += encodedDataLength;
  });
  devTools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId));
  return {
    inFlight: () => open.size,
    since(reset = false) {
      const counted = { requests, bytes };
      if (reset) [requests, bytes] = [0, 0];
      return counted;
    },
  };
}

/** Until nothing was under way for a second: a page that is idle has fetched what it fetches by itself. */
async function quiet(page: Page, traffic: Traffic): Promise<void> {
  for (let stillFor = 0; stillFor < 10;) {
    await page.waitForTimeout(100);
    stillFor = traffic.inFlight() === 0 ? stillFor + 1 : 0;
  }
}

/**
 * In every document of the page: the first press of a person is noted for this one and for the one that it
 * leads to, and the time is told in the frame after the one that shows what was asked for.
 */
async function whenSeen(page: Page, selector: string): Promise<{ readonly ms: Promise<number> }> {
  const { promise, resolve } = Promise.withResolvers<number>();
  await page.exposeFunction('tellSeen', resolve);
  await page.addInitScript((wanted) => {
    // What stands before the first page has no storage.
    if (location.origin === 'null') return;
    // The question about statistics would lie over what is pressed.
    localStorage.setItem('keywright:consent', 'refused');
    const kept = 'bench:pressed';
    const isSeen = () =>
      [...document.querySelectorAll(wanted)].some((one) => one.checkVisibility());
    const tell = () => {
      const seenAt = performance.timeOrigin + performance.now();
      const { tellSeen } = globalThis as unknown as { tellSeen: (ms: number) => void };
      tellSeen(seenAt - Number(sessionStorage.getItem(kept)));
    };
    const look = () => {
      if (!isSeen()) return requestAnimationFrame(look);
      // A message comes after the frame has been painted.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', tell);
      port1.start();
      port2.postMessage(null);
      return 0;
    };
    if (sessionStorage.getItem(kept) !== null) requestAnimationFrame(look);
    const note = ({ isTrusted, timeStamp }: Event) => {
      if (!isTrusted || sessionStorage.getItem(kept) !== null) return;
      sessionStorage.setItem(kept, `${performance.timeOrigin + timeStamp}`);
      requestAnimationFrame(look);
    };
    addEventListener('click', note, { capture: true });
  }, selector);
  return { ms: promise };
}

/** In the page: its own scripts have been run. Before that it holds a press back for them. */
function listens(): boolean {
  const named = document.querySelector<HTMLMetaElement>('meta[name=late]')?.content ?? '';
  const run = performance
    .getEntriesByType('resource')
    .filter((one) => one instanceof PerformanceResourceTiming)
    .filter(({ initiatorType, responseEnd }) => initiatorType === 'script' && responseEnd > 0)
    .map(({ name }) => new URL(name).pathname);
  return (named.match(/\S+\.js/g) ?? []).every((file) => run.includes(file));
}

/** Where the key stands once the page under it is still: what is far below is laid out as it comes near. */
async function placeOf(page: Page, key: Locator, circumstance: Circumstance) {
  await key.scrollIntoViewIfNeeded();
  for (let before = '', tries = 0; tries < 50; tries += 1) {
    const box = await key.boundingBox();
    const now = JSON.stringify(box);
    if (box !== null && (circumstance === 'early' || now === before)) return box;
    before = now;
    await page.waitForTimeout(100);
  }
  throw new Error(`a key does not come to rest on ${page.url()}`);
}

async function until(page: Page, traffic: Traffic, circumstance: Circumstance): Promise<void> {
  if (circumstance === 'early') return;
  await page.waitForFunction(listens);
  if (circumstance === 'idle') await quiet(page, traffic);
}

async function pressOnce(
  context: BrowserContext,
  press: Press,
  circumstance: Circumstance,
): Promise<PressFigures> {
  const page = await context.newPage();
  await press.prepare?.(page);
  if (circumstance === 'failed') await saveData(page);
  const wanted = (circumstance === 'failed' && press.failed) || press.seen;
  const { ms } = await whenSeen(page, wanted);
  const devTools = await context.newCDPSession(page);
  const traffic = await watchTraffic(devTools);
  await devTools.send('Network.emulateNetworkConditions', slow4g);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await page.goto(press.url, { waitUntil: 'domcontentloaded' });
  const key = page.locator(press.key).first();
  await key.waitFor();
  await until(page, traffic, circumstance);
  const box = await placeOf(page, key, circumstance);
  if (circumstance === 'failed') {
    await devTools.send('Network.emulateNetworkConditions', { ...slow4g, offline: true });
  }
  traffic.since(true);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const late = page.waitForTimeout(longestWaitMs).then(() => {
    throw new Error(`${wanted} was not seen on ${press.url}, ${circumstance}.`);
  });
  late.catch(() => {});
  return { ms: await Promise.race([ms, late]), ...traffic.since() };
}

export async function measurePress(
  browser: Browser,
  press: Press,
  circumstance: Circumstance,
): Promise<PressFigures> {
  const context = await browser.newContext({ viewport: phone });
  try {
    return await pressOnce(context, press, circumstance);
  } finally {
    await context.close();
  }
}
