import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateMark, splitStyles } from '#integrations/late-styles/split-styles.ts';
import { filesLater, importsOf } from '#integrations/published-files/late-files.ts';
import { createPageStyles } from '#integrations/published-files/page-styles.ts';

const list = '<meta name="late" content="">';
const island = '<astro-island></astro-island>';
const script = (file: string) => `<script type="module" src="${file}"></script>`;
const standsOn = (file: string) =>
  file === '/_astro/page.js' ? [file, '/_astro/facts.js'] : [file];

test('a page names its sheets and scripts, and what they stand on, instead of asking for them', () => {
  const html = `<head>${list}${script('/_astro/base.js')}</head><p>Words</p>${script('/_astro/page.js')}`;
  assert.equal(
    filesLater(html, ['/_astro/late.css'], standsOn),
    '<head><meta name="late" content="/_astro/late.css /_astro/base.js /_astro/page.js /_astro/facts.js"></head><p>Words</p>',
  );
});

test('a page with an island keeps its scripts as they are', () => {
  const html = `<head>${list}${script('/_astro/base.js')}</head>${island}`;
  assert.equal(
    filesLater(html, [], standsOn),
    `<head>${script('/_astro/base.js')}</head>${island}`,
  );
});

test('what was done once is not done again', () => {
  const once = filesLater(`<head>${list}</head>${script('/_astro/page.js')}`, [], standsOn);
  assert.equal(filesLater(once, [], standsOn), once);
});

test('what a script imports at once is found, and what it loads later is not', () => {
  const code = 'import{a}from"./a.js";import"./b.js";export*from"./c.js";t(()=>import("./d.js"));';
  assert.deepEqual(importsOf(code), ['a.js', 'b.js', 'c.js']);
});

const marked = (css: string) => `@supports ${lateMark}{${css}}`;

test('a sheet is split by its marks, in order, each part in its layers and conditions', () => {
  const css = `a{b:c}@layer ui{.x{y:z}${marked('.d{e:f}@media (width<=1rem){.d{e:g}}')}.h{i:j}}${marked('@layer ui{.k{l:m}}')}`;
  assert.deepEqual(splitStyles(css), {
    first: 'a{b:c}@layer ui{.x{y:z}.h{i:j}}',
    late: '@layer ui{.d{e:f}@media (width<=1rem){.d{e:g}}}@layer ui{.k{l:m}}',
    whole: 'a{b:c}@layer ui{.x{y:z}.d{e:f}@media (width<=1rem){.d{e:g}}.h{i:j}}@layer ui{.k{l:m}}',
  });
});

test('statements, braces in quotes and the minifier’s way to write a mark are read', () => {
  const css =
    '@layer reset,ui;.a:before{content:"}{"}@supports (--late:yes){@keyframes in{0%{opacity:0}}}';
  assert.deepEqual(splitStyles(css), {
    first: '@layer reset,ui;.a:before{content:"}{"}',
    late: '@keyframes in{0%{opacity:0}}',
    whole: '@layer reset,ui;.a:before{content:"}{"}@keyframes in{0%{opacity:0}}',
  });
  assert.throws(() => splitStyles('a{b:c'), /a block without end/);
});

test('late rules leave a page for a file named after its bytes, which pages share', () => {
  const { place, sheets } = createPageStyles();
  const page = place(`<style>a{b:c}${marked('.d{e:f}')}</style>`);
  const [address = ''] = page.lateSheets;
  assert.equal(page.html, '<style>a{b:c}</style>');
  assert.equal(sheets.get(address), '.d{e:f}');
  assert.deepEqual(place(`<style>g{h:i}${marked('.d{e:f}')}</style>`).lateSheets, [address]);
  assert.equal(sheets.size, 1);
});

test('a page with islands has its styles in files, all but the order of layers, and none is late', () => {
  const { place, sheets } = createPageStyles();
  const order = '<style>\n@layer reset, ui;\n</style>';
  const { html, lateSheets } = place(`${order}<style>a{b:c}${marked('.d{e:f}')}</style>${island}`);
  const [address] = [...sheets.keys()];
  assert.equal(html, `${order}<link rel="stylesheet" href="${address}">${island}`);
  assert.deepEqual([...sheets.values(), lateSheets], ['a{b:c}.d{e:f}', []]);
});

test('scopes are short, and two that would be one end the build', () => {
  const { place } = createPageStyles();
  assert.equal(place('<p class="astro-abcde123">').html, '<p class="a-abcde">');
  assert.throws(() => place('<p class="astro-abcde567">'), /Two components would share/);
});
