import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLinkedPages } from '../../../src/build/languages/linked-pages.ts';
import { addressIn } from '../../../src/languages/addresses.ts';
import { pathInFirst } from '../../../src/languages/languages.ts';

const moved: readonly (readonly [address: string, inGerman: string])[] = [
  ['/', '/de'],
  ['/?kind=switch', '/de?kind=switch'],
  ['/#catalogue', '/de#catalogue'],
  ['/faq', '/de/faq'],
  ['/keyboards/braefell-65?case=moss', '/de/keyboards/braefell-65?case=moss'],
  ['/products/artisans#canal-koi', '/de/products/artisans#canal-koi'],
  ['/updates/feed.xml', '/de/updates/feed.xml'],
  ['/calendar.ics', '/de/calendar.ics'],
  ['/search/index.json', '/de/search/index.json'],
  // One for all languages.
  ['/admin', '/admin'],
  ['/admin/orders', '/admin/orders'],
  ['/_astro/a.js', '/_astro/a.js'],
  ['/pictures/a.avif', '/pictures/a.avif'],
  ['/builds/latest.json', '/builds/latest.json'],
  ['/de/faq', '/de/faq'],
  ['//elsewhere.example/faq', '//elsewhere.example/faq'],
  ['https://elsewhere.example/faq', 'https://elsewhere.example/faq'],
  ['#main', '#main'],
];

for (const [address, inGerman] of moved) {
  test(`in German, ${address} is ${inGerman}`, () =>
    assert.equal(addressIn('/de', address), inGerman));
}

const links = { prefix: '/de', origin: 'https://shop.example' };

test('a page leads people and machines to pages in its language, and to others where it says so', () => {
  const page = [
    '<link rel="canonical" href="https://shop.example/faq">',
    '<link rel="alternate" hreflang="en" href="https://shop.example/faq">',
    '<a href="/cart">Cart</a><a href="/faq" hreflang="en">English</a>',
    '<form action="/search"></form><img src="/pictures/a.avif">',
    '<script type="application/ld+json">{"@type":"Product","url":"https://shop.example/products/a"}</script>',
    '<script>const home = "/faq"; a.innerHTML = \'<a href="/faq">\';</script>',
  ].join('\n');
  assert.equal(
    withLinkedPages(page, links),
    [
      '<link rel="canonical" href="https://shop.example/de/faq">',
      '<link rel="alternate" hreflang="en" href="https://shop.example/faq">',
      '<a href="/de/cart">Cart</a><a href="/faq" hreflang="en">English</a>',
      '<form action="/de/search"></form><img src="/pictures/a.avif">',
      '<script type="application/ld+json">{"@type":"Product","url":"https://shop.example/de/products/a"}</script>',
      '<script>const home = "/faq"; a.innerHTML = \'<a href="/faq">\';</script>',
    ].join('\n'),
  );
});

test('a page of the first language is left as it is', () => {
  const page = '<a href="/cart">Cart</a>';
  assert.equal(withLinkedPages(page, { ...links, prefix: '' }), page);
});

test('each German address is known by its path in the first language', () => {
  for (const [address, inGerman] of moved)
    if (address.startsWith('/') && !/[?#]/.test(address) && inGerman !== address)
      assert.equal(pathInFirst(inGerman), address);
  for (const path of ['/', '/faq', '/dealers', '/products/de'])
    assert.equal(pathInFirst(path), path);
});
