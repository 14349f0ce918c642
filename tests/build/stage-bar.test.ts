import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { findSite, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

async function stepsOf(page: string): Promise<readonly string[]> {
  const html = await readFile(path.join(site.siteFolder, page), 'utf8');
  const [bar = ''] =
    /<ol[^>]*>(?:(?!<\/ol>)[\s\S])*, (?:done|now|to come)<[\s\S]*?<\/ol>/.exec(html) ?? [];
  return Array.from(bar.matchAll(/<li[\s\S]*?<\/li>/g), ([step]) =>
    step
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

test('the bar of a batch names its steps, not how they once stood', async () => {
  const steps = await stepsOf('products/night-market.html');
  const named = ['Announced, done', 'Group buy, done', 'Closed, done', 'In production, now'];
  for (const step of named)
    assert.ok(
      steps.some((said) => said.startsWith(step)),
      `${step}: ${steps}`,
    );
});
