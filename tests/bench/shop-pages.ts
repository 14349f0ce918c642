/**
 * Measures the pages that visitors see first, each beside a plain page of the same product in the same
 * run: bytes by kind, requests, Lighthouse, and adding to the cart.
 */
import path from 'node:path';
import { chromium, type Browser } from 'playwright';
import type { BenchRow } from '../../scripts/bench.ts';
import { browserArguments, findBrowser } from '../../scripts/ensure-browser.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';
import { readRoutes } from '../support/site.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { addToCartMs } from './floor/add-to-cart.ts';
import { serveFloorPages, type FloorPages } from './floor/floor-pages.ts';
import { runLighthouse, type LighthouseFigures } from './floor/lighthouse-run.ts';
import { weighPage, type PageWeight } from './floor/page-weight.ts';

export const title = 'The pages of the shop';

const lighthouseRuns = 5;
const pressRuns = 9;
const frameMs = 1000 / 60;
const product = 'products/pebble-linear';

/** One page of each kind, with what `docs/performance.md` allows it: script, then markup and styles. */
const shown = [
  { kind: 'home', scriptBytes: 6_000, pageBytes: 30_000 },
  { kind: 'keyboard', scriptBytes: 6_000, pageBytes: 30_000 },
  { kind: 'product', scriptBytes: 5_000, pageBytes: 25_000 },
  { kind: 'artisans', scriptBytes: 6_000, pageBytes: 30_000 },
  { kind: 'update', scriptBytes: 3_000, pageBytes: 20_000 },
  { kind: 'updates', scriptBytes: 3_000, pageBytes: 20_000 },
  { kind: 'faq', scriptBytes: 3_000, pageBytes: 20_000 },
  { kind: 'terms', scriptBytes: 3_000, pageBytes: 20_000 },
  { kind: 'legal', scriptBytes: 3_000, pageBytes: 20_000 },
  { kind: 'countries', scriptBytes: 3_000, pageBytes: 20_000 },
  { kind: 'about', scriptBytes: 3_000, pageBytes: 20_000 },
] as const;
/** What may block for a moment: a product's page and pages to read may not. */
const mayBlock: readonly string[] = ['home', 'keyboard', 'artisans'];

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const times = (of: number, floor: number) => `${(of / floor).toFixed(2)}x`;

function weightWords(weight: PageWeight): string {
  const { document, stylesheet, script, font, image, requests } = weight;
  return `page ${kilobytes(document + stylesheet)}, script ${kilobytes(script)}, fonts ${kilobytes(font)}, pictures ${kilobytes(image)}, ${requests} requests`;
}

function lighthouseWords(figures: LighthouseFigures): string {
  const { performance, accessibility, bestPractices, seo, fcpMs, lcpMs, tbtMs, cls } = figures;
  const scores = [performance, accessibility, bestPractices, seo].join(' / ');
  return `${scores}; FCP ${fcpMs.toFixed(0)}, LCP ${lcpMs.toFixed(0)}, TBT ${tbtMs.toFixed(0)} ms, CLS ${cls.toFixed(3)}`;
}

async function samples(shop: TestShop) {
  const routes = await readRoutes(shop.siteFolder);
  return shown.map((sample) => {
    const found = routes.find(({ kind }) => kind === sample.kind)?.path ?? '/';
    return { ...sample, path: sample.kind === 'product' ? `/${product}` : found };
  });
}

async function weightRows(
  browser: Browser,
  shop: TestShop,
  floor: FloorPages,
): Promise<BenchRow[]> {
  const plain = await weighPage(browser, floor.plainUrl);
  const rows: BenchRow[] = [];
  for (const { kind, path: route, scriptBytes, pageBytes } of await samples(shop)) {
    const weight = await weighPage(browser, `${shop.siteUrl}${route}`);
    const pageWeight = weight.document + weight.stylesheet;
    rows.push({
      what: `${kind}: loaded before anyone acts`,
      figure: weightWords(weight),
      comparedWith: `plain page of the product: ${weightWords(plain)}`,
      budget: `script ${kilobytes(scriptBytes)}, page ${kilobytes(pageBytes)}`,
      isWithin: weight.script <= scriptBytes && pageWeight <= pageBytes && weight.font <= 60_000,
    });
  }
  return rows;
}

/**
 * No machine is quiet enough for the plain page, which holds no script, never to block. What it blocked
 * for in the worst of its runs is the machine's own noise, and all that is allowed beside nothing.
 */
function isFree(kind: string, of: LighthouseFigures, plain: LighthouseFigures): boolean {
  return mayBlock.includes(kind) || of.tbtMs <= plain.tbtMostMs;
}

function lighthouseRow(kind: string, of: LighthouseFigures, plain: LighthouseFigures): BenchRow {
  const { performance, accessibility, bestPractices, seo, lcpMs, cls, faults } = of;
  const isWhole = [performance, accessibility, bestPractices, seo].every((score) => score === 100);
  const isQuick = lcpMs <= 1.25 * plain.lcpMs && isFree(kind, of, plain);
  const why = faults.length === 0 ? '' : ` (${faults.join(', ')})`;
  const most = `TBT at most ${plain.tbtMostMs.toFixed(0)}`;
  return {
    what: `${kind}: Lighthouse, phone, median of ${lighthouseRuns}`,
    figure: `${lighthouseWords(of)}${why}`,
    comparedWith: `plain page: ${lighthouseWords(plain)}, ${most}; LCP ${times(lcpMs, plain.lcpMs)}`,
    budget: `100 four times, LCP 1.25x, CLS 0${mayBlock.includes(kind) ? '' : ', TBT 0 or the plain page’s most'}`,
    isWithin: isWhole && isQuick && cls < 0.0005,
  };
}

async function lighthouseRows(shop: TestShop, floor: FloorPages): Promise<BenchRow[]> {
  const pages = await samples(shop);
  const addresses = pages.map(({ path: route }) => `${shop.siteUrl}${route}`);
  const [plain, ...own] = await runLighthouse([floor.plainUrl, ...addresses], lighthouseRuns);
  if (plain === undefined) throw new Error('Lighthouse said nothing of the plain page.');
  return own.map((figures, at) => lighthouseRow(pages[at]?.kind ?? '', figures, plain));
}

async function cartRow(browser: Browser, shop: TestShop, floor: FloorPages): Promise<BenchRow> {
  const plain = await addToCartMs(browser, floor.cartUrl, pressRuns);
  const own = await addToCartMs(browser, `${shop.siteUrl}/${product}`, pressRuns);
  return {
    what: `product: add to cart, press to badge, median of ${pressRuns}`,
    figure: `${own.toFixed(1)} ms`,
    comparedWith: `plain script cart: ${plain.toFixed(1)} ms`,
    budget: 'within one frame of it',
    isWithin: own - plain <= frameMs,
  };
}

export async function measure(): Promise<readonly BenchRow[]> {
  const shop = await startTestShop();
  const folder = path.join(await makeTemporaryFolder(), 'floor');
  const floor = await serveFloorPages(folder, shop.siteFolder, product);
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: [...browserArguments],
  });
  try {
    return [
      ...(await weightRows(browser, shop, floor)),
      ...(await lighthouseRows(shop, floor)),
      await cartRow(browser, shop, floor),
    ];
  } finally {
    await browser.close();
    await floor.server.close();
    await shop.stop();
  }
}
