import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ageWords,
  findDrift,
  findingPath,
  kindsOf,
  mailOf,
} from '#features/shop-check/model/finding.ts';

test('a finding leads to where it is mended', () => {
  assert.equal(findingPath({ desk: 'orders', record: 'KW-1' }), '/admin/orders?order=KW-1');
  assert.equal(
    findingPath({ desk: 'shipping?tab=coverage', record: 'NL' }),
    '/admin/shipping?tab=coverage',
  );
  assert.equal(
    findingPath({ desk: 'shipping?tab=stock', record: 'shelf 4' }),
    '/admin/shipping?tab=stock&q=shelf%204',
  );
  assert.equal(findingPath({ desk: 'colorways', record: 'moss' }), '/admin/colorways?q=moss');
});

test('a finding that no desk mends leads nowhere, and one about a mail names the mail', () => {
  assert.equal(findingPath({ desk: 'check', record: '' }), null);
  assert.equal(findingPath({ desk: 'mails', record: 'm-1' }), null);
  assert.equal(mailOf({ desk: 'mails', record: 'm-1' }), 'm-1');
  assert.equal(mailOf({ desk: 'orders', record: 'KW-1' }), null);
});

test('an age is told in its largest unit', () => {
  const now = Date.parse('2026-03-14T18:00:00Z');
  const ages = [
    '2026-03-12T17:00:00Z',
    '2026-03-14T13:01:00Z',
    '2026-03-14T17:58:40Z',
    '2026-03-14T17:59:30Z',
  ];
  assert.deepEqual(
    ages.map((since) => ageWords(since, now)),
    ['2 days', '4 hours', '1 minute', 'less than a minute'],
  );
});

test('findings of one kind stand together, and kinds keep their order', () => {
  const found = ['late', 'odd', 'late'].map((code, at) => ({
    code,
    severity: 'fault' as const,
    about: `${at}`,
    message: '',
    since: null,
    desk: 'check',
    record: '',
  }));
  assert.deepEqual(
    kindsOf(found).map(({ code, findings }) => [code, findings.map(({ about }) => about)]),
    [
      ['late', ['0', '2']],
      ['odd', ['1']],
    ],
  );
});

const page = (path: string, title: string, prices: Readonly<Record<string, number>> = {}) => ({
  path,
  title,
  prices: new Map(Object.entries(prices)),
});

test('what the last build shows is laid beside what the shop has', () => {
  const built = [
    page('/about', 'About'),
    page('/products/artisans', 'Artisans'),
    page('/products/old', 'Old'),
    page('/keyboards/same', 'Same'),
    page('/keyboards/named', 'Before'),
  ];
  const live = [
    page('/keyboards/same', 'Same'),
    page('/keyboards/named', 'After'),
    page('/products/new', 'New'),
  ];
  assert.deepEqual(
    findDrift(built, live).map(({ path }) => path),
    ['/products/new', '/keyboards/named', '/products/old'],
  );
});

test('a price that the last build has otherwise is told, with both; one it never knew is not', () => {
  const built = [page('/products/knob', 'Knob', { SILVER: 900, BLACK: 900 })];
  const live = [page('/products/knob', 'Knob', { SILVER: 1050, BLACK: 900, RED: 900 })];
  assert.deepEqual(
    findDrift(built, live).map(({ what }) => what),
    ['The last build sells SILVER for €9.00; the shop asks €10.50.'],
  );
  assert.deepEqual(findDrift([page('/products/knob', 'Knob')], live), []);
});
