/**
 * What the first press of a page waits for, from the press to the frame that shows what was asked for, beside
 * the plain page's drawer in the same run; and what an idle page fetches for it. All presses take turns, so
 * that a machine that grows slower does so for all of them.
 *
 * `KEYWRIGHT_BESIDE='http://localhost:4600 http://localhost:4601'`, site and API of a shop that is served from
 * another tree, measures that one too, and how soon the same pages stand.
 */
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import type { BenchRow } from '../../scripts/bench.ts';
import { browserArguments, findBrowser } from '../../scripts/ensure-browser.ts';
import { idleBytes, saveData } from '../support/pages/idle.ts';
import { signInAs } from '../support/pages/staff-page.ts';
import { findSite } from '../support/site.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { serveFloorPages, type FloorPages } from './floor/floor-pages.ts';
import { runLighthouse } from './floor/lighthouse-run.ts';
import {
  measurePress,
  type Circumstance,
  type Press,
  type PressFigures,
} from './floor/press-run.ts';

export const title = 'First presses';

const runs = Number(process.env['KEYWRIGHT_PRESSES'] ?? 5);
const product = 'products/pebble-linear';
const idleBudget = 90_000;
const lookBudget = 2_500;

interface Site {
  readonly siteUrl: string;
  readonly apiUrl: string;
}

interface Sample {
  readonly what: string;
  readonly path: string;
  readonly key: string;
  readonly seen: string;
  readonly failed?: string;
  readonly email?: string;
  /** What `docs/performance.md` allows it, in milliseconds; without one, it is told. */
  readonly budgets: Partial<Record<Circumstance, number>>;
}

const notice = '[data-not-loaded]:popover-open';
const everywhere = { early: Infinity, cold: Infinity, idle: Infinity } as const;
const owner = 'owner@keywright.test';

const samples: readonly Sample[] = [
  {
    what: 'add to cart: the number in the header',
    path: `/${product}`,
    key: 'keywright-add button',
    seen: 'header [data-cart-count]:not([hidden])',
    budgets: { cold: 100, idle: 100 },
  },
  {
    what: 'add to cart: the drawer with the line',
    path: `/${product}`,
    key: 'keywright-add button',
    seen: 'dialog[open] img',
    failed: notice,
    budgets: { early: Infinity, cold: 450, idle: 252, failed: Infinity },
  },
  {
    what: 'add to cart: the drawer with all its keys',
    path: `/${product}`,
    key: 'keywright-add button',
    seen: 'dialog[open] a[href="/cart"]',
    budgets: { cold: Infinity, idle: 252 },
  },
  {
    what: 'the list panel',
    path: '/products/wren-click',
    key: '[data-list] button',
    seen: 'dialog[open] input',
    failed: notice,
    budgets: { ...everywhere, idle: 500, failed: Infinity },
  },
  {
    what: 'signing in',
    path: '/faq',
    key: '[data-account-link]',
    seen: 'dialog[open] input',
    failed: notice,
    budgets: { ...everywhere, idle: 500, failed: Infinity },
  },
  {
    what: 'the search',
    path: '/faq',
    key: '.tools [data-search]',
    seen: 'dialog[open] input',
    failed: notice,
    budgets: { ...everywhere, idle: 500, failed: Infinity },
  },
  {
    what: 'the menu',
    path: '/faq',
    key: '[popovertarget="site-menu"]',
    seen: '#site-menu a',
    budgets: { cold: 100, idle: 100, failed: 100 },
  },
  {
    what: 'the account of whoever is signed in, its page’s first lines',
    path: '/faq',
    key: '[data-account-link]',
    seen: 'main astro-island:not([ssr]) h2',
    email: 'shopper@keywright.test',
    budgets: { cold: Infinity, idle: Infinity },
  },
  {
    what: 'the picker, ready to paint',
    path: '/faq',
    key: 'footer a[href="/colorpicker"]',
    seen: '[data-board] [data-key="0"]',
    budgets: { cold: Infinity, idle: Infinity },
  },
  {
    what: 'the desk’s first rows',
    path: '/admin',
    key: 'a[href="/admin/products"]',
    seen: '[role="grid"] [role="rowheader"]',
    email: owner,
    budgets: { cold: Infinity, idle: Infinity },
  },
];

const plain: Omit<Press, 'url'> = { key: '[data-add]', seen: 'dialog[open] img' };
const circumstances = ['early', 'cold', 'idle', 'failed'] as const;
const called = {
  early: 'pressed as soon as it is seen',
  cold: 'as soon as the page listens',
  idle: 'on an idle page',
  failed: 'without a network',
} as const satisfies Record<Circumstance, string>;

function pressOf(site: Site, { path: route, key, seen, failed, email }: Sample): Press {
  const prepare = (page: Page) =>
    email === undefined
      ? Promise.resolve()
      : signInAs(page, { ...site, siteFolder: '', databaseUrl: '' }, email);
  return { url: `${site.siteUrl}${route}`, key, seen, prepare, ...(failed ? { failed } : {}) };
}

function middle(figures: readonly PressFigures[]): PressFigures {
  return (
    figures.toSorted((a, b) => a.ms - b.ms)[figures.length >> 1] ?? {
      ms: Number.NaN,
      requests: 0,
      bytes: 0,
    }
  );
}

type Figures = Map<string, PressFigures[]>;

interface Shops {
  readonly own: Site;
  readonly beside: Site | null;
  readonly floor: FloorPages;
}

const nameOf = (what: string, circumstance: Circumstance) => `${what}, ${called[circumstance]}`;
const besideName = (what: string) => `beside: ${what}`;

/** Every press in every circumstance that it has a word on, once. */
async function pressAll(browser: Browser, figures: Figures, { own, beside, floor }: Shops) {
  const note = async (what: string, press: Press, circumstance: Circumstance) => {
    const name = nameOf(what, circumstance);
    const measured = await measurePress(browser, press, circumstance);
    figures.set(name, [...(figures.get(name) ?? []), measured]);
  };
  for (const circumstance of circumstances) {
    await note('plain', { ...plain, url: floor.cartUrl }, circumstance);
    for (const sample of samples) {
      if (sample.budgets[circumstance] === undefined) continue;
      await note(sample.what, pressOf(own, sample), circumstance);
      if (beside) await note(besideName(sample.what), pressOf(beside, sample), circumstance);
    }
  }
}

function pressRows(figures: Figures, hasBeside: boolean): BenchRow[] {
  const of = (what: string, circumstance: Circumstance) =>
    middle(figures.get(nameOf(what, circumstance)) ?? []);
  const row = ({ what, budgets }: Sample, circumstance: Circumstance): BenchRow => {
    const own = of(what, circumstance);
    const floor = of('plain', circumstance).ms;
    const budget = budgets[circumstance] ?? Infinity;
    const other = hasBeside
      ? `; the shop beside: ${inWords(of(besideName(what), circumstance))}`
      : '';
    return {
      what: nameOf(what, circumstance),
      figure: inWords(own),
      comparedWith: `plain script’s drawer: ${floor.toFixed(0)} ms, ${(own.ms / floor).toFixed(1)}x${other}`,
      budget: budget === Infinity ? 'reported' : `${budget} ms`,
      isWithin: budget === Infinity ? null : own.ms <= budget,
    };
  };
  return samples.flatMap((sample) =>
    circumstances
      .filter((circumstance) => sample.budgets[circumstance] !== undefined)
      .map((circumstance) => row(sample, circumstance)),
  );
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const inWords = ({ ms, requests, bytes }: PressFigures) =>
  `${ms.toFixed(0)} ms, ${requests} requests, ${kilobytes(bytes)}`;

async function idleRows(browser: Browser, { siteUrl }: Site): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const route of [`/${product}`, '/products/wren-click', '/products/artisans', '/', '/faq']) {
    const [open, sparing] = [await browser.newPage(), await browser.newPage()];
    const bytes = await idleBytes(open, `${siteUrl}${route}`);
    await saveData(sparing);
    const spared = await idleBytes(sparing, `${siteUrl}${route}`);
    await Promise.all([open.close(), sparing.close()]);
    rows.push({
      what: `${route}: code fetched when idle`,
      figure: kilobytes(bytes),
      comparedWith: `where data is saved: ${kilobytes(spared)}`,
      budget: `${kilobytes(idleBudget)}; where data is saved, the file that looks: ${kilobytes(lookBudget)}`,
      isWithin: bytes <= idleBudget && spared <= lookBudget,
    });
  }
  return rows;
}

/** How soon the largest picture or text of the same pages stands, in both shops and on the plain page. */
async function pictureRows(own: Site, beside: Site, floor: FloorPages): Promise<BenchRow[]> {
  const routes = ['/', `/${product}`, '/products/artisans', '/keyboards/aldersea-alice', '/faq'];
  const urls = routes.flatMap((route) => [`${own.siteUrl}${route}`, `${beside.siteUrl}${route}`]);
  const [bare, ...all] = await runLighthouse([floor.plainUrl, ...urls], runs);
  const ratio = (at: number) => (all[at]?.lcpMs ?? Number.NaN) / (bare?.lcpMs ?? Number.NaN);
  return routes.map((route, at) => {
    const [now, other] = [ratio(2 * at), ratio(2 * at + 1)];
    return {
      what: `${route}: largest picture or text, Lighthouse, phone, median of ${runs}`,
      figure: `${all[2 * at]?.lcpMs.toFixed(0)} ms, ${now.toFixed(3)}x of the plain page`,
      comparedWith: `the shop beside: ${all[2 * at + 1]?.lcpMs.toFixed(0)} ms, ${other.toFixed(3)}x; plain page: ${bare?.lcpMs.toFixed(0)} ms`,
      budget: '1.02 of the shop beside',
      isWithin: now <= 1.02 * other,
    };
  });
}

function shopBeside(): Site | null {
  const [siteUrl, apiUrl] = (process.env['KEYWRIGHT_BESIDE'] ?? '').split(' ');
  return siteUrl && apiUrl ? { siteUrl, apiUrl } : null;
}

export async function measure(): Promise<readonly BenchRow[]> {
  const shop = await findSite();
  const beside = shopBeside();
  const folder = path.join(await makeTemporaryFolder(), 'floor');
  const floor = await serveFloorPages(folder, shop.siteFolder, product);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: [...browserArguments],
  });
  try {
    const figures: Figures = new Map();
    const shops = { own: shop, beside, floor };
    for (let run = 0; run < runs; run += 1) await pressAll(browser, figures, shops);
    return [
      ...pressRows(figures, beside !== null),
      ...(await idleRows(browser, shop)),
      ...(beside ? await pictureRows(shop, beside, floor) : []),
    ];
  } finally {
    await browser.close();
    await floor.server.close();
    await shop.stop();
  }
}
