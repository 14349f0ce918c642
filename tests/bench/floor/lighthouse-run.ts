/**
 * Lighthouse as a phone on a slow line, simulated; the median of several runs of each page. Every run has
 * a browser that has never been here: what a page keeps for the next one would flatter or burden it.
 */
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { browserArguments, findBrowser } from '../../../scripts/ensure-browser.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';

export interface LighthouseFigures {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  /** What cost points outside performance. */
  readonly faults: readonly string[];
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

async function ask(url: string) {
  const port = await findFreePort();
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? '',
    args: [...browserArguments, `--remote-debugging-port=${port}`],
  });
  try {
    return await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    });
  } finally {
    await browser.close();
  }
}

async function runOnce(url: string): Promise<LighthouseFigures> {
  const result = await ask(url);
  if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
  const { audits, categories: scored } = result.lhr;
  const score = (id: string) => Math.round((scored[id]?.score ?? 0) * 100);
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const faults = categories
    .slice(1)
    .flatMap((id) =>
      (scored[id]?.auditRefs ?? [])
        .filter(({ id: audit, weight }) => weight > 0 && audits[audit]?.score === 0)
        .map(({ id: audit }) => audit),
    );
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    faults,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

export async function runLighthouse(url: string, runs: number): Promise<LighthouseFigures> {
  const all: LighthouseFigures[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await runOnce(url));
  const middle = (name: Exclude<keyof LighthouseFigures, 'faults'>) =>
    median(all.map((figures) => figures[name]));
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    seo: middle('seo'),
    fcpMs: middle('fcpMs'),
    lcpMs: middle('lcpMs'),
    tbtMs: middle('tbtMs'),
    cls: middle('cls'),
    faults: [...new Set(all.flatMap(({ faults }) => faults))],
  };
}
