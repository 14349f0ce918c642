/**
 * Lighthouse as a phone on a slow line, simulated; the median of several runs of each page. Every run has
 * a browser that has never been here: what a page keeps for the next one would flatter or burden it. The
 * pages take turns, so that a machine that grows slower does so for all of them.
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
  /** In the run in which it blocked most. */
  readonly tbtMostMs: number;
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

type Run = Omit<LighthouseFigures, 'tbtMostMs'>;

async function runOnce(url: string): Promise<Run> {
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

function medianOf(runs: readonly Run[]): LighthouseFigures {
  const middle = (name: Exclude<keyof Run, 'faults'>) => median(runs.map((run) => run[name]));
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    seo: middle('seo'),
    fcpMs: middle('fcpMs'),
    lcpMs: middle('lcpMs'),
    tbtMs: middle('tbtMs'),
    tbtMostMs: Math.max(...runs.map(({ tbtMs }) => tbtMs)),
    cls: middle('cls'),
    faults: [...new Set(runs.flatMap(({ faults }) => faults))],
  };
}

/** The figures of each page, in the order in which they were asked for. */
export async function runLighthouse(
  urls: readonly string[],
  rounds: number,
): Promise<LighthouseFigures[]> {
  const runs = urls.map((): Run[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, url] of urls.entries()) runs[at]?.push(await runOnce(url));
  }
  return runs.map(medianOf);
}
