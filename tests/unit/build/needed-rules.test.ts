import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neededIn } from '#build/late-styles/needed-rules.ts';
import { lateMark, splitStyles } from '#build/late-styles/split-styles.ts';
import { createPageStyles, type PutFile } from '#build/published-files/page-styles.ts';

const page = '<main class="page wide"><p data-live title="a > .b">Words</p><x-y></x-y></main>';

const needed: Readonly<Record<string, boolean>> = {
  '.page': true,
  // Nobody points at what was not drawn yet.
  '.page > p:hover': false,
  '.page:active, .wide': true,
  '.page:focus-visible': true,
  '.b': false,
  '.none, .wide': true,
  '.none, .gone p': false,
  '[data-live=yes]': true,
  '[data-told]': false,
  'x-y:not(:defined)': true,
  'li + li:before': false,
  ':root': true,
  ':root[data-theme=dark]': true,
  '[data-waiting] p': true,
  'p:not(.gone)': true,
  '.page:has(.gone, .b)': true,
  '.page:is(.gone,.b) p': true,
  'p:nth-child(odd)': true,
  '*,:before': true,
  '.page:where(._1)': false,
  '.page:where(.astro-abcd1234)': false,
};

test('a rule is needed unless each of its selectors names something that is not in the page', () => {
  const isNeeded = neededIn(page);
  for (const [selectors, expected] of Object.entries(needed)) {
    assert.equal(isNeeded(selectors), expected, selectors);
  }
});

test('what a page does not need is late, in its layers and conditions, and statements stay', () => {
  const css =
    '@layer a,b;@font-face{font-family:X}@layer a{.page{c:d}.gone{e:f}@media print{.none{g:h}}}';
  assert.deepEqual(splitStyles(css, '', neededIn(page)), {
    first: '@layer a,b;@font-face{font-family:X}@layer a{.page{c:d}}',
    late: '@layer a{.gone{e:f}@media print{.none{g:h}}}',
    whole: css,
  });
});

test('only a page that is alone in its styles decides by what stands in it', () => {
  const files: string[] = [];
  const put: PutFile = (text, kind) => `/${kind}.${files.push(text)}`;
  const { place } = createPageStyles(put);
  const sheet = `<style>.page{a:b}.gone{c:d}@supports ${lateMark('yes')}{.late{e:f}}</style>`;
  const oneOfMany = place(`${sheet}${page}`).html;
  const alone = place(`${sheet}<div data-alone>${page}</div>`).html;
  assert.match(oneOfMany, /<style>\.page\{a:b\}\.gone\{c:d\}<\/style>/);
  assert.match(alone, /<style>\.page\{a:b\}<\/style>/);
  assert.deepEqual(files, ['.late{e:f}', '.gone{c:d}.late{e:f}']);
});

test('what is said of anything but what a pointer is on is needed', () => {
  const isNeeded = neededIn('<p class="hidden">');
  assert.ok(isNeeded('.hidden:not(:focus):not(:active)'));
  assert.ok(!isNeeded('.hidden:active'));
});
