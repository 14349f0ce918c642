import { expect, type BrowserContext, type Page } from 'playwright/test';

/** What can be pressed or filled in, can be seen, and was not reached. Of radio buttons one is enough. */
export async function missedByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const reached = new Set<EventTarget | null>();
    Object.assign(globalThis, { reached });
    addEventListener('focusin', ({ target }) => reached.add(target), { capture: true });
    return document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]').length;
  });
  for (let press = 0; press <= count; press += 1) await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const reached: Set<Element> = Reflect.get(globalThis, 'reached');
    const groups = new Set([...reached].map((element) => element.getAttribute('name') ?? ''));
    const all = document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary');
    return [...all]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.tabIndex >= 0 && !element.matches(':disabled'))
      .filter((element) => !reached.has(element))
      .filter(
        (element) =>
          !element.matches('[type=radio]') || !groups.has(element.getAttribute('name') ?? ''),
      )
      .map((element) => element.outerHTML.slice(0, 120));
  });
}

/** 640 px is what a window of 1280 has left at 200 % zoom. */
export async function expectToFit(page: Page, widths = [320, 640, 2560]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    await expect.poll(beyond, { message: `wider than ${width} px` }).toBe(0);
  }
}

export interface Shift {
  readonly shift: number;
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    shift: number;
    moved: string[];
  }
}

/** What browsers with this entry say of it; the types of the web know no entry of one browser alone. */
interface LayoutShift {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** From now on each page of the context counts how far its things move by themselves. */
export async function countShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    [window.shift, window.moved] = [0, []];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value = 0, sources = [] } = entry as Partial<LayoutShift>;
        window.shift += value;
        for (const { node, previousRect: from, currentRect: to } of sources)
          window.moved.push(`${node?.nodeName} ${JSON.stringify([from, to])}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How far what stands on a page moved until nothing more was loading, and what moved. */
export async function shiftOf(context: BrowserContext, url: string): Promise<Shift> {
  // A page of its own has no font in its memory from the one before.
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const seen = await page.evaluate((): Shift => ({ shift: window.shift, moved: window.moved }));
  await page.close();
  return seen;
}
