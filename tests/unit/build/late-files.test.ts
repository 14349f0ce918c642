import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateMark, splitStyles } from '#build/late-styles/split-styles.ts';
import { filesLater, importsOf } from '#build/published-files/late-files.ts';
import { htmlFile, withoutDownloads } from '#content/page-downloads.ts';
import { createPageStyles, type PutFile } from '#build/published-files/page-styles.ts';

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

test('a page with islands keeps its scripts, and names all that these and the islands stand on', () => {
  const filled =
    '<astro-island uid="Z" component-url="/_astro/page.js" component-export="P" renderer-url="/_astro/react.js" props="{}"></astro-island>';
  const html = `<head>${list}${script('/_astro/base.js')}</head>${filled}`;
  const ahead = ['base', 'page', 'facts', 'react'].map(
    (name) => `<link rel="modulepreload" href="/_astro/${name}.js">`,
  );
  const finished = `<head>${script('/_astro/base.js')}${ahead.join('')}</head>${filled}`;
  assert.equal(filesLater(html, [], standsOn), finished);
  assert.equal(filesLater(finished, [], standsOn), finished);
});

test('what was done once is not done again', () => {
  const once = filesLater(`<head>${list}</head>${script('/_astro/page.js')}`, [], standsOn);
  assert.equal(filesLater(once, [], standsOn), once);
});

test('what a script imports at once is found, and what it loads later is not', () => {
  const code = 'import{a}from"./a.js";import"./b.js";export*from"./c.js";t(()=>import("./d.js"));';
  assert.deepEqual(importsOf(code), ['a.js', 'b.js', 'c.js']);
});

const marked = (css: string, where = 'yes') => `@supports ${lateMark(where)}{${css}}`;

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

test('what is below the first screen of one kind of page is late there and in place elsewhere', () => {
  const css = `a{b:c}@layer ui{${marked('.d{e:f}', 'product')}}g{h:i}`;
  const whole = 'a{b:c}@layer ui{.d{e:f}}g{h:i}';
  assert.deepEqual(splitStyles(css), { first: whole, late: '', whole });
  const there = { first: 'a{b:c}g{h:i}', late: '@layer ui{.d{e:f}}', whole };
  assert.deepEqual(splitStyles(css, 'product'), there);
});

function placing() {
  const files: string[] = [];
  const put: PutFile = (text, kind) => `/${kind}.${files.push(text)}`;
  return { ...createPageStyles(put), files };
}

test('late rules leave a page for a file, which who has no script asks for with the page', () => {
  const { place, files } = placing();
  const page = place(`<style>a{b:c}${marked('.d{e:f}')}</style>`);
  assert.equal(
    page.html,
    '<style>a{b:c}</style><noscript><link rel="stylesheet" href="/styles.1"></noscript>',
  );
  assert.deepEqual([page.lateSheets, files], [['/styles.1'], ['.d{e:f}']]);
});

test('a page says itself what is below its first screen', () => {
  const { place, files } = placing();
  const css = `<style>a{b:c}${marked('.d{e:f}', 'product')}</style>`;
  assert.deepEqual(place(css).lateSheets, []);
  assert.equal(place(`${css}<div data-below="product"></div>`).lateSheets.length, 1);
  assert.deepEqual(files, ['.d{e:f}']);
});

test('the sheets of a page are one, which starts with the order of layers', () => {
  const { html } = placing().place('<style>@layer reset, ui; </style><i></i><style>a{b:c}</style>');
  assert.equal(html, '<i></i><style>@layer reset, ui;a{b:c}</style>');
});

test('a page with islands has its styles and their scripts in files, and none is late', () => {
  const { place, files } = placing();
  const own = '<script>{let e=1}</script>';
  const written = `${own}<style>@layer reset, ui;</style><style>a{b:c}${marked('.d{e:f}')}</style><script>(()=>{go()})()</script>${island}`;
  assert.deepEqual(place(written), {
    html: `${own}<link rel="stylesheet" href="/styles.1"><script src="/island.2"></script>${island}`,
    lateSheets: [],
  });
  assert.deepEqual(files, ['@layer reset, ui;a{b:c}.d{e:f}', '(()=>{go()})()']);
});

test('a file to download leaves the page that carried it', () => {
  const files: string[] = [];
  const put = (text: string) => `/file.${files.push(text)}`;
  const page = (href: string) => `<a download="care.md" href="${href}">Care</a>`;
  const carried = page('data:text/markdown;charset=utf-8,%23%20Care%0A50%20%25');
  assert.equal(withoutDownloads(carried, put), page('/file.1'));
  assert.deepEqual(files, ['# Care\n50 %']);
});

test('a script’s file leaves the page as well', () => {
  const put = (text: string) => `/file.${text}`;
  const written = '<x-y data-answers="data:text/json;charset=utf-8,%5B1%5D"></x-y>';
  assert.equal(withoutDownloads(written, put), '<x-y data-answers="/file.[1]"></x-y>');
});

test('what a page carries as a file calls its scopes as the page does', () => {
  const { place } = placing();
  const sheet = '<style>.x:where(.astro-abcde123){b:c}</style>';
  const carried = htmlFile('<p class="y astro-abcde123">50 %</p><i class="astro-abcde123">');
  const { html } = place(`${sheet}<p class="astro-abcde123" data-rest="${carried}"></p>`);
  const put = (text: string) => text.replaceAll('"', '|');
  assert.match(
    withoutDownloads(html, put),
    /<p class="_0" data-rest="<p class=\|y _0\|>50 %<\/p><i class=\|_0\|>"><\/p>/,
  );
});

test('scopes are counted, and pages with the same sheets count them the same', () => {
  const sheet = `<style>.x:where(.astro-abcde123){b:c}${marked('.y:where(.astro-abcde567){e:f}')}</style>`;
  const { place, files } = placing();
  const [one, other] = ['astro-abcde123', 'astro-abcde567'].map(
    (scope) => place(`${sheet}<p class="${scope}"></p>`).html,
  );
  assert.deepEqual([...new Set(files)], ['.y:where(._0){e:f}']);
  assert.ok(one?.startsWith('<style>.x:where(._1){b:c}</style>'));
  assert.ok(one?.endsWith('<p class="_1"></p>'));
  assert.ok(other?.endsWith('<p class="_0"></p>'));
});

test('a late sheet calls its scopes the same, whatever stands before it', () => {
  const late = marked('.y:where(.astro-abcde567){e:f}');
  const { place, files } = placing();
  place(`<style>a{b:c}${late}</style>`);
  place(`<style>.x:where(.astro-abcde123){b:c}${late}</style>`);
  assert.equal(new Set(files).size, 1);
});
