/**
 * From a press to the moment in which what was asked for is on the screen, as a phone on a slow line sees
 * it: Lighthouse's slow 4G and a processor four times slower.
 */
import type { Browser, CDPSession, Page } from 'playwright';

export interface Press {
  readonly what: string;
  readonly url: string;
  /** What is pressed, and what then is to be seen. */
  readonly key: string;
  readonly seen: string;
  /** What is to be seen where nothing can be fetched any more; without it, this press needs no network. */
  readonly failed?: string;
}

/** `cold`: as soon as the page listens; `warm`: once it is idle; `failed`: cold, and the network is gone. */
export type Circumstance = 'cold' | 'warm' | 'failed';

export interface PressFigures {
  readonly ms: number;
  /** Of the site's own files, between the press and what was seen. */
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
const longestWaitMs = 30_000;
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

/** Resolves in the page, in the frame after the one that shows it. */
function whenSeen(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    ([wanted, mostMs]) =>
      new Promise<number>((resolve, reject) => {
        let pressedAt = 0;
        const note = ({ isTrusted, timeStamp }: Event) => {
          if (isTrusted && pressedAt === 0) pressedAt = timeStamp;
        };
        addEventListener('click', note, { capture: true });
        const isSeen = () =>
          [...document.querySelectorAll(wanted)].some((one) => one.checkVisibility());
        const look = (now: number) => {
          if (pressedAt > 0 && isSeen()) {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.now() - pressedAt));
            port1.start();
            port2.postMessage(null);
          } else if (pressedAt > 0 && now - pressedAt > mostMs) {
            reject(new Error(`${wanted} was not seen.`));
          } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [selector, longestWaitMs] as const,
  );
}

export async function measurePress(
  browser: Browser,
  press: Press,
  circumstance: Circumstance,
): Promise<PressFigures> {
  const context = await browser.newContext({ viewport: phone });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    const traffic = await watchTraffic(devTools);
    await devTools.send('Network.emulateNetworkConditions', slow4g);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.goto(press.url, { waitUntil: 'domcontentloaded' });
    // The page's own scripts have come: before that it holds a press back for them.
    await page.waitForFunction(() => !('waiting' in document.documentElement.dataset));
    const key = page.locator(press.key).first();
    await key.scrollIntoViewIfNeeded();
    if (circumstance === 'warm') await quiet(page, traffic);
    if (circumstance === 'failed') await context.setOffline(true);
    const box = await key.boundingBox();
    if (box === null) throw new Error(`${press.key} is not on ${press.url}`);
    const selector = circumstance === 'failed' ? (press.failed ?? press.seen) : press.seen;
    const seen = whenSeen(page, selector);
    // The listeners stand before the press is sent: an evaluation is answered in order.
    await page.evaluate(() => document.readyState);
    traffic.since(true);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const ms = await seen;
    return { ms, ...traffic.since() };
  } finally {
    await context.close();
  }
}
