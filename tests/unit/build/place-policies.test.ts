import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonPolicy } from '#build/published-files/content-security-policy.ts';
import { headersFile } from '#build/published-files/headers-file.ts';
import { placePolicies } from '#build/published-files/place-policies.ts';
import type { PageFacts } from '#build/published-files/published-pages.ts';
import { headersFor, parseHeaders } from '../../../scripts/site-server/host-rules.ts';

const hosts = { backendUrl: '', sentryDsn: '', ingestUrl: '' };
const facts = (path: string | null, style: string): PageFacts => ({
  page: path === null ? null : { path, kind: '', title: '', payloadHash: '' },
  key: '',
  scripts: ["'sha256-first'"],
  styles: style === '' ? [] : [`'sha256-${style}'`],
  pictures: [],
  files: [],
  hasSounds: path === '/products/pebble-linear',
});
const policies = placePolicies(hosts, [
  facts('/', 'home'),
  facts('/keyboards/braefell-65', 'product'),
  facts('/products/pebble-linear', 'product'),
  facts('/products/artisans', 'artisans'),
  facts('/user/details', ''),
  facts(null, 'lost'),
]);
const stylesAt = (place: string) =>
  /style-src ([^;]*)/.exec(policies.get(place) ?? '')?.[1]?.match(/(?<=sha256-)\w+/g);

test('a place allows the sheets of its own pages and, where an address may have none, of what went wrong', () => {
  assert.deepEqual([...policies.keys()], ['/', '/keyboards/*', '/products/*']);
  assert.deepEqual(stylesAt('/'), ['home']);
  assert.deepEqual(stylesAt('/keyboards/*'), ['lost', 'product']);
  assert.deepEqual(stylesAt('/products/*'), ['artisans', 'lost', 'product']);
});

test('only where staff see a page before it is built may one be shown within another', () => {
  for (const policy of policies.values()) assert.doesNotMatch(policy, /frame-src/);
  const inline = { scripts: new Set<string>(), styles: new Set<string>() };
  assert.match(commonPolicy(hosts, inline), /; frame-src 'self';/);
});

test('sounds are played where pages of the place have some, and where staff add them', () => {
  const places = [...policies].filter(([, policy]) => policy.includes('; media-src'));
  assert.deepEqual(
    places.map(([place]) => place),
    ['/products/*'],
  );
  const inline = { scripts: new Set<string>(), styles: new Set<string>() };
  const shop = { ...hosts, backendUrl: 'https://shop.supabase.test' };
  assert.match(commonPolicy(shop, inline), /; media-src https:\/\/shop\.supabase\.test;/);
});

test('an answer has one policy: that of its place instead of the common one', () => {
  const rules = parseHeaders(headersFile('common', new Map([['/keyboards/*', 'own']])));
  const policyOf = (path: string) => headersFor(rules, path).get('Content-Security-Policy');
  assert.equal(policyOf('/keyboards/braefell-65'), 'own');
  assert.equal(policyOf('/user'), 'common');
});

test('code, lettering and pictures are sent without the hashes of pages, and workers may still ask the shop', () => {
  const policy =
    "default-src 'none'; style-src 'sha256-home'; connect-src 'self' shop.test; base-uri 'none'";
  const rules = parseHeaders(headersFile(policy, new Map()));
  for (const path of ['/_astro/a.js', '/pictures/a.avif', '/search/parts/a.json'])
    assert.equal(
      headersFor(rules, path).get('Content-Security-Policy'),
      "default-src 'none'; script-src 'self'; connect-src 'self' shop.test; frame-ancestors 'none'",
    );
});
