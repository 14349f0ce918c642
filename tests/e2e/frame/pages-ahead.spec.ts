/** Pages that are drawn while a pointer rests on their link, in a browser that does so. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { openTabBrowser, type Tab, type TabBrowser } from '../../support/tab-browser.ts';
import { test } from '../../support/site.ts';

let browser: TabBrowser;
test.beforeAll(async () => {
  browser = await openTabBrowser();
});
test.afterAll(() => browser.close());

const card = 'main a[href^="/products/pebble"]';
/** A pointer that rests this long means it: browsers draw ahead after a fifth of a second. */
const restMs = 1_500;

const navigation = `performance.getEntriesByType('navigation')[0].toJSON()`;
interface Delivered {
  readonly activationStart: number;
  readonly deliveryType: string;
}

/** Writes down what a page does to anything but itself before somebody sees it. */
const witness = `
  window.doneAhead = [];
  const note = (what) => document.prerendering && doneAhead.push(what);
  for (const [owner, name] of [[window, 'fetch'], [navigator, 'sendBeacon'], [Storage.prototype, 'setItem'],
    [Storage.prototype, 'removeItem'], [XMLHttpRequest.prototype, 'send'], [IDBFactory.prototype, 'open']]) {
    const own = owner[name];
    owner[name] = function (...given) {
      note(name + ' ' + String(given[0]?.url ?? given[0]));
      return own.apply(this, given);
    };
  }
  for (const name of ['Worker', 'WebSocket', 'BroadcastChannel']) {
    window[name] = new Proxy(window[name], {
      construct: (own, given) => (note(name), Reflect.construct(own, given)),
    });
  }
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    set(text) { note('cookie'); cookie.set.call(this, text); },
  });
`;

async function openHome(url: string, ...scripts: string[]): Promise<Tab> {
  const tab = await browser.newTab();
  for (const script of scripts) await tab.addScript(script);
  await tab.goto(url);
  // Said last of all by a page that is idle.
  await tab.until(`document.querySelector('link[rel=manifest]') !== null`);
  return tab;
}

test('a card on which the pointer rests is drawn ahead, and its page is there when it is pressed', async ({
  site,
}) => {
  const tab = await openHome(site.siteUrl);
  await tab.hover(card);
  await tab.ahead('document.prerendering');
  await tab.press();
  await tab.until(`location.pathname.startsWith('/products/pebble')`);
  const { activationStart } = await tab.evaluate<Delivered>(navigation);
  expect(activationStart).toBeGreaterThan(0);
  await tab.close();
});

test('a page drawn ahead counts nobody, asks nothing and stores nothing until it is seen, and then does all of it', async ({
  site,
}) => {
  const tab = await openHome(
    site.siteUrl,
    witness,
    `localStorage.setItem('keywright:consent', 'granted')`,
  );
  await tab.hover(card);
  // Longer than any page waits before it fetches its scripts by itself.
  await tab.ahead(`new Promise((done) => setTimeout(done, 4_000))`);
  const isFile = (done: string) => done.startsWith('fetch /_astro/');
  const done = await tab.ahead<string[]>('doneAhead');
  // The witness itself gives consent.
  expect(done.filter((each) => !isFile(each) && each !== 'setItem keywright:consent')).toEqual([]);
  expect(await tab.ahead(`customElements.get('keywright-live') === undefined`)).toBe(true);
  await tab.press();
  await tab.until(`location.pathname.startsWith('/products/pebble')`);
  await tab.until(`document.querySelector('[data-live="ready"]')`);
  await tab.until(
    `performance.getEntriesByType('resource').some(({ name }) => /amplitude/.test(name))`,
  );
  await tab.until(`'ahead' in document.documentElement.dataset`);
  await tab.close();
});

test('a page of islands is fetched ahead, and not drawn', async ({ site }) => {
  const tab = await openHome(site.siteUrl);
  await tab.hover('a[href="/colorpicker"]');
  await wait(restMs);
  expect(tab.countAhead()).toBe(0);
  await tab.press();
  await tab.until(`location.pathname === '/colorpicker'`);
  const { deliveryType } = await tab.evaluate<Delivered>(navigation);
  expect(deliveryType).toBe('navigational-prefetch');
  await tab.close();
});

test('a look that is chosen after a page was drawn ahead is that page’s look', async ({ site }) => {
  const tab = await openHome(site.siteUrl);
  await tab.hover(card);
  await tab.ahead('document.prerendering');
  await tab.evaluate(`document.querySelector('[data-theme-toggle]').click()`);
  await expect.poll(() => tab.countAhead()).toBe(0);
  const chosen = await tab.evaluate<string>('document.documentElement.dataset.theme');
  expect(['light', 'dark']).toContain(chosen);
  await tab.press();
  await tab.until(`location.pathname.startsWith('/products/pebble')`);
  await tab.until(`document.documentElement.dataset.theme === '${chosen}'`);
  await tab.close();
});

for (const [who, connection] of [
  ['whoever saves data', { saveData: true, effectiveType: '4g' }],
  ['a line of the second generation', { saveData: false, effectiveType: '2g' }],
] as const) {
  test(`nothing is fetched or drawn ahead for ${who}`, async ({ site }) => {
    const tab = await openHome(
      site.siteUrl,
      `Object.defineProperty(navigator, 'connection', { value: ${JSON.stringify(connection)} })`,
    );
    await tab.hover(card);
    await wait(restMs);
    expect(tab.countAhead()).toBe(0);
    await tab.press();
    await tab.until(`location.pathname.startsWith('/products/pebble')`);
    const { activationStart, deliveryType } = await tab.evaluate<Delivered>(navigation);
    expect([activationStart, deliveryType]).toEqual([0, '']);
    await tab.close();
  });
}
