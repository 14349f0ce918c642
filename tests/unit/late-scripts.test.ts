import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsOf, scriptsLater } from '#integrations/published-files/late-scripts.ts';

const list = '<meta name="scripts" content="">';
const script = (file: string) => `<script type="module" src="${file}"></script>`;
const standsOn = (file: string) =>
  file === '/_astro/page.js' ? [file, '/_astro/facts.js'] : [file];

test('a page names its scripts, and what they stand on, instead of asking for them', () => {
  const html = `<head>${list}${script('/_astro/base.js')}</head><p>Words</p>${script('/_astro/page.js')}`;
  assert.equal(
    scriptsLater(html, standsOn),
    '<head><meta name="scripts" content="/_astro/base.js /_astro/page.js /_astro/facts.js"></head><p>Words</p>',
  );
});

test('a page with an island keeps its scripts as they are', () => {
  const html = `<head>${list}${script('/_astro/base.js')}</head><astro-island></astro-island>`;
  assert.equal(
    scriptsLater(html, standsOn),
    `<head>${script('/_astro/base.js')}</head><astro-island></astro-island>`,
  );
});

test('what was done once is not done again', () => {
  const once = scriptsLater(`<head>${list}</head>${script('/_astro/page.js')}`, standsOn);
  assert.equal(scriptsLater(once, standsOn), once);
});

test('what a script imports at once is found, and what it loads later is not', () => {
  const code = 'import{a}from"./a.js";import"./b.js";export*from"./c.js";t(()=>import("./d.js"));';
  assert.deepEqual(importsOf(code), ['a.js', 'b.js', 'c.js']);
});
