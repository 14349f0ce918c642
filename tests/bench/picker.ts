/**
 * Measures painting at a quarter of this machine's speed: the main thread's work for one key of a
 * full-size board, and frames a second of a drag over all of it. Beside each stands an empty page
 * that is pressed and drawn over in the same way: what it can't reach, this machine can't just now.
 */
import { chromium, type Browser, type Page } from 'playwright';
import { browserArguments, findBrowser } from '../../scripts/ensure-browser.ts';
import type { BenchRow } from '../../scripts/bench.ts';
import { findSite } from '../support/site.ts';

export const title = 'Painting in the colour picker';

const slowDown = 4;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const frameMs = 1000 / 60;

/**
 * The main thread's work from the press to the frame that shows it: the listeners, and then style,
 * layout and paint of that frame. The wait for the screen's next beat between them is nobody's work.
 */
async function pressMs(page: Page, box: Box): Promise<number> {
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const armed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let start = 0;
        addEventListener('pointerdown', () => (start = performance.now()), {
          once: true,
          capture: true,
        });
        // On the window and not captured: the last to hear of the press.
        addEventListener(
          'pointerdown',
          () => {
            const listening = performance.now() - start;
            requestAnimationFrame((frameStart) => {
              const { port1, port2 } = new MessageChannel();
              const began = Math.max(performance.now(), frameStart);
              // A message comes after the frame has been painted.
              port1.addEventListener('message', () =>
                resolve(listening + performance.now() - began),
              );
              port1.start();
              port2.postMessage(null);
            });
          },
          { once: true },
        );
      }),
  );
  // The listeners stand before the press is sent: an evaluation is answered in order.
  await page.evaluate(() => document.readyState);
  await page.mouse.down();
  await page.mouse.up();
  return armed;
}

type Frames = { readonly slowest: number; readonly usual: number };

/** Frames a second by half seconds: the slowest is what is felt, and a mean would hide it. */
function framesOf(stamps: readonly number[]): Frames {
  const rates: number[] = [];
  for (const [n, from] of stamps.entries()) {
    const end = stamps.findIndex((at) => at - from >= 500);
    if (end < 0) break;
    rates.push((1000 * (end - n)) / ((stamps[end] ?? 0) - from));
  }
  rates.sort((a, b) => a - b);
  return { slowest: rates[0] ?? 0, usual: rates[rates.length >> 1] ?? 0 };
}

async function framesWhile(page: Page, work: () => Promise<void>): Promise<Frames> {
  await page.evaluate(() => {
    const stamps: number[] = [];
    Object.assign(globalThis, { stamps, isCounting: true });
    const count = (now: number) => {
      stamps.push(now);
      if ((globalThis as { isCounting?: boolean }).isCounting) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  await work();
  const stamps = await page.evaluate(() => {
    const shared = globalThis as unknown as { stamps: number[]; isCounting: boolean };
    shared.isCounting = false;
    return shared.stamps;
  });
  return framesOf(stamps);
}

async function dragOverAll(page: Page, box: Box): Promise<void> {
  await page.mouse.move(box.x + 20, box.y + box.height * 0.12);
  await page.mouse.down();
  for (let row = 0; row < 6; row += 1) {
    const y = box.y + box.height * (0.12 + row * 0.155);
    const [from, to] = row % 2 === 0 ? [20, box.width - 20] : [box.width - 20, 20];
    for (let step = 0; step <= 24; step += 1)
      await page.mouse.move(box.x + from + ((to - from) * step) / 24, y);
  }
  await page.mouse.up();
}

async function placeOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} has no place`);
  return box;
}

const keys = [20, 31, 42, 53, 64, 75, 86, 97];
const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[times.length >> 1] ?? Infinity;

async function pressAll(page: Page, places: readonly Box[]): Promise<number> {
  const times: number[] = [];
  for (const place of places) times.push(await pressMs(page, place));
  return middle(times);
}

async function openFullBoard(page: Page, siteUrl: string): Promise<void> {
  await page.goto(`${siteUrl}/colorpicker`);
  await page.locator('[data-board] [data-key="0"]').waitFor();
  await page.getByRole('tab', { name: 'Parts' }).click();
  await page.getByLabel('Layout').first().selectOption('full');
  await page.locator('[data-board] [data-key="103"]').waitFor();
}

async function slowPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => localStorage.setItem('keywright:consent', 'refused'));
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  return page;
}

export async function measure(): Promise<readonly BenchRow[]> {
  const shop = await findSite();
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: browserArguments,
  });
  try {
    const page = await slowPage(browser);
    await openFullBoard(page, shop.siteUrl);
    const board = await placeOf(page, '[data-board] canvas');
    const places: Box[] = [];
    for (const key of keys) places.push(await placeOf(page, `[data-board] [data-key="${key}"]`));
    const press = await pressAll(page, places);
    // In another colour, so that each key that is drawn over changes.
    await page.getByRole('tab', { name: 'Colours' }).click();
    await page.getByRole('button', { name: 'Plum VP63', exact: true }).click();
    const drag = await framesWhile(page, () => dragOverAll(page, board));
    await page.close();
    const empty = await slowPage(browser);
    await empty.setContent('<!doctype html><title>Nothing to paint</title>');
    const emptyPress = await pressAll(empty, places);
    const emptyDrag = await framesWhile(empty, () => dragOverAll(empty, board));
    return [
      {
        what: `colour picker: one key of 104, work from press to painted, at ${slowDown}x slow-down`,
        figure: `${press.toFixed(1)} ms, median of ${keys.length}`,
        comparedWith: `a frame: ${frameMs.toFixed(1)} ms; a press on an empty page: ${emptyPress.toFixed(1)} ms`,
        budget: 'one frame',
        isWithin: press <= frameMs,
      },
      {
        what: `colour picker: drag over 104 keys, at ${slowDown}x slow-down`,
        figure: `${drag.slowest.toFixed(0)} frames a second in the slowest half second, ${drag.usual.toFixed(0)} in the usual one`,
        comparedWith: `the same drag over an empty page: ${emptyDrag.slowest.toFixed(0)} and ${emptyDrag.usual.toFixed(0)}`,
        budget: '50 or more',
        isWithin: drag.slowest >= 50,
      },
    ];
  } finally {
    await browser.close();
    await shop.stop();
  }
}
