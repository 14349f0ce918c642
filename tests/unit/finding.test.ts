import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDrift, findingPath, parseFindings } from '#domain/finding.ts';

test('a finding leads to where it is mended', () => {
  assert.equal(findingPath({ desk: 'orders', record: 'KW-1' }), '/admin/orders?order=KW-1');
  assert.equal(
    findingPath({ desk: 'shipping?tab=coverage', record: 'NL' }),
    '/admin/shipping?tab=coverage',
  );
  assert.equal(findingPath({ desk: 'check', record: '' }), '/admin/check');
});

test('findings are read as far as they are findings', () => {
  assert.equal(parseFindings({}), null);
  const [finding] = parseFindings([{ code: 'x', severity: 'fault', about: 'a' }, 'y']) ?? [];
  assert.deepEqual([finding?.code, finding?.severity, finding?.since], ['x', 'fault', null]);
});

test('what the last build shows is laid beside what the shop has', () => {
  const built = [
    { path: '/about', title: 'About' },
    { path: '/products/artisans', title: 'Artisans' },
    { path: '/products/old', title: 'Old' },
    { path: '/keyboards/same', title: 'Same' },
    { path: '/keyboards/named', title: 'Before' },
  ];
  const live = [
    { path: '/keyboards/same', title: 'Same' },
    { path: '/keyboards/named', title: 'After' },
    { path: '/products/new', title: 'New' },
  ];
  assert.deepEqual(
    findDrift(built, live).map(({ path }) => path),
    ['/products/new', '/keyboards/named', '/products/old'],
  );
});
