import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  rules: {
    // Safari forgets that a list without markers is one.
    'no-redundant-role': 'off',
  },
});

test('every page, the failure views too, is valid HTML', async () => {
  const routes = await readRoutes(site.siteFolder);
  const files = routes.map(({ path: route }) => (route === '/' ? 'index' : route.slice(1)));
  const faults: string[] = [];
  for (const file of [...files, '404', '500']) {
    const html = await readFile(path.join(site.siteFolder, `${file}.html`), 'utf8');
    const report = await validator.validateString(html, `${file}.html`);
    for (const message of report.results.flatMap((result) => result.messages)) {
      faults.push(`${file} ${message.selector ?? ''}: ${message.message} (${message.ruleId})`);
    }
  }
  assert.deepEqual([...new Set(faults)], []);
});

test('every page ranks the style layers before it uses one', async () => {
  const routes = await readRoutes(site.siteFolder);
  const files = routes.map(({ path: route }) => (route === '/' ? 'index' : route.slice(1)));
  for (const file of [...files, '404', '500']) {
    const html = await readFile(path.join(site.siteFolder, `${file}.html`), 'utf8');
    // A page with islands has its styles in a file.
    const [, sheet] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const isInPage = html.includes('<style>');
    const css = isInPage ? html : await readFile(path.join(site.siteFolder, sheet ?? ''), 'utf8');
    const first = /@layer[^;{]*[;{]/.exec(css)?.[0].replaceAll(/\s*([\s,])\s*/g, '$1');
    assert.equal(first, '@layer reset,tokens,base,ui,print;', file);
  }
});
