import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headersFile } from '../../../src/build/published-files/headers-file.ts';
import { withoutQuotedMarkup } from '../../../src/build/published-files/quoted-markup.ts';
import { previewPage } from '../../../src/build/page-preview/preview-page.ts';
import { headersFor, parseHeaders } from '../../../scripts/site-server/host-rules.ts';

const hosts = { backendUrl: 'https://shop.supabase.test', sentryDsn: '', ingestUrl: '' };
const listOf = (policy: string, directive: string) =>
  new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ');

test('a preview runs what the build runs and its own frame, whatever somebody typed', () => {
  const { policy } = previewPage(hosts, new Set(["'sha256-shell'"]));
  const scripts = listOf(policy, 'script-src') ?? [];
  assert.deepEqual([scripts.length, scripts.includes("'sha256-shell'")], [3, true]);
  assert.deepEqual(listOf(policy, 'style-src'), ["'self'"], 'styles come as sheets');
  assert.deepEqual(listOf(policy, 'connect-src'), ["'none'"]);
  assert.deepEqual(listOf(policy, 'frame-ancestors'), ["'self'"]);
  assert.deepEqual(listOf(policy, 'trusted-types'), ['default', 'keywright', 'preview']);
});

test('what is heard comes from where the shop keeps its files, and from nowhere else', () => {
  const { policy } = previewPage(hosts, new Set());
  assert.deepEqual(listOf(policy, 'media-src'), ['https://shop.supabase.test']);
  const without = previewPage({ ...hosts, backendUrl: '' }, new Set()).policy;
  assert.match(without, /; media-src; /, 'an empty list allows nothing');
});

test('it is kept out of search engines, tells no address and is framed by the shop alone', () => {
  const rules = parseHeaders(headersFile('common', new Map(), { preview: 'own' }));
  const headers = headersFor(rules, '/preview');
  assert.equal(headers.get('Content-Security-Policy'), 'own');
  assert.equal(headers.get('X-Frame-Options'), 'SAMEORIGIN');
  assert.equal(headers.get('X-Robots-Tag'), 'noindex, nofollow');
  assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
  assert.equal(headersFor(rules, '/about').get('X-Frame-Options'), 'DENY');
});

test('a style that somebody typed into an attribute is none of the page', () => {
  const html = withoutQuotedMarkup('<meta content="<style>b{}</style>"><style>a{}</style>');
  assert.equal(html, '<meta content="&lt;style&gt;b{}&lt;/style&gt;"><style>a{}</style>');
});
