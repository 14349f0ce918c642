import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { joinLanguage } from '../../../scripts/join-language.ts';
import {
  headersFor,
  parseHeaders,
  parseRedirects,
} from '../../../scripts/site-server/host-rules.ts';
import { joinedFiles } from '../../../src/build/kept-renderer/joined-languages.ts';
import { furtherLanguages } from '../../../src/languages/languages.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const [german] = furtherLanguages;
const folder = await makeTemporaryFolder();
const below = (...names: string[]) => path.join(folder, ...names);

async function makeSite(name: string, files: Readonly<Record<string, string>>) {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(below(name, file)), { recursive: true });
    await writeFile(below(name, file), text);
  }
}

const headers = (hash: string) =>
  `/*\n  Content-Security-Policy: script-src ${hash}\n  X-Frame-Options: DENY\n\n/faq\n  ! Content-Security-Policy\n  Content-Security-Policy: script-src ${hash}-faq\n\n/_astro/*\n  Cache-Control: immutable\n\n/cart\n  Cache-Control: private\n`;
const common = (hash: string) => ({
  'index.html': `home ${hash}`,
  '_payload.json': '{}',
  'faq.html': `faq ${hash}`,
  'faq/_payload.json': '{}',
  'admin.html': 'desk',
  'admin/orders.html': 'desk',
  'robots.txt': 'robots',
  'sitemap-0.xml': `map ${hash}`,
  '404.html': `nothing ${hash}`,
  '500.html': 'broken',
  'builds/latest.json': `{"id":"${hash}"}`,
  '_astro/both.aa.js': 'both',
  [`_astro/own.${hash}.js`]: hash,
  'pictures/a.avif': 'a',
  _headers: headers(hash),
  _redirects: '/products/old /products/new 301\n/colorpicker/0:rest /colorpicker/0000 200\n',
});

test('a language stands below its prefix, with rules of its own, and leaves the first as it was', async () => {
  assert.ok(german);
  await makeSite('first', { ...common('one'), 'de/gone.html': 'of the last build' });
  await makeSite('german', common('zwei'));
  joinLanguage(below('german'), below('first'), german);
  const read = (file: string) => readFileSync(below('first', file), 'utf8');
  const isThere = (file: string) => statSync(below('first', file), { throwIfNoEntry: false });

  assert.equal(read('index.html'), 'home one');
  assert.equal(read('de.html'), 'home zwei');
  assert.equal(read('de/faq.html'), 'faq zwei');
  assert.equal(read('de/_payload.json'), '{}');
  assert.equal(read('de/sitemap-0.xml'), 'map zwei');
  assert.equal(read('de/404.html'), 'nothing zwei');
  assert.equal(read('404.html'), 'nothing one');
  assert.equal(read('builds/latest.json'), '{"id":"one"}');
  for (const file of ['_astro/own.one.js', '_astro/own.zwei.js', '_astro/both.aa.js'])
    assert.ok(isThere(file), file);
  for (const file of [
    'gone.html',
    'admin.html',
    'admin',
    'robots.txt',
    '500.html',
    '_astro',
    'builds',
    '_headers',
  ])
    assert.equal(isThere(`de/${file}`), undefined, file);

  // A build in parts begins without them.
  assert.deepEqual(joinedFiles(below('first')).toSorted(), ['_astro/own.zwei.js', 'de', 'de.html']);

  const rules = parseHeaders(read('_headers'));
  const policy = (address: string) => headersFor(rules, address).get('Content-Security-Policy');
  assert.equal(policy('/about'), 'script-src one');
  assert.equal(policy('/faq'), 'script-src one-faq');
  assert.equal(policy('/de'), 'script-src zwei');
  assert.equal(policy('/de/about'), 'script-src zwei');
  assert.equal(policy('/de/faq'), 'script-src zwei-faq');
  assert.equal(headersFor(rules, '/de/cart').get('Cache-Control'), 'private');
  assert.equal(headersFor(rules, '/de/cart').get('X-Frame-Options'), 'DENY');

  const moved = (address: string) =>
    parseRedirects(read('_redirects')).find(({ pattern }) => pattern.test(address))?.to;
  assert.equal(moved('/products/old'), '/products/new');
  assert.equal(moved('/de/products/old'), '/de/products/new');
  assert.equal(moved('/de/colorpicker/0abc'), '/de/colorpicker/0000');
});
