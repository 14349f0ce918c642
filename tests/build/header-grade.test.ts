/**
 * Grades the headers of the built site with Mozilla's own rules, as if it stood behind TLS. Three of its
 * ten rules ask a list of the whole web, which is not in the package: the redirect to TLS is the host's
 * work, the line for strict transport is compared here, and there is no cookie to judge.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { Requests } from '@mdn/mdn-http-observatory/src/types.js';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';

const asksTheWeb = new Set(['redirectionTest', 'strictTransportSecurityTest', 'cookiesTest']);
const rules = ALL_TESTS.filter(({ name }) => !asksTheWeb.has(name));

let site: BuiltSite & { stop(): Promise<void> };
before(async () => {
  site = await findSite();
});
after(() => site.stop());

function grade(headers: Headers, html: string) {
  const requests = new Requests('shop.example.com');
  const plain = Object.fromEntries(headers);
  const answer = { status: 200, verified: true, data: html };
  requests.responses.auto = {
    ...answer,
    headers: Object.assign(plain, { get: (name: string) => headers.get(name) }),
  };
  requests.responses.https = requests.responses.auto;
  requests.resources.path = html;
  requests.session = { url: new URL('https://shop.example.com/') };
  const findings = rules.map((rule) => rule(requests));
  const score = findings.reduce((sum, { result }) => sum + getScoreModifier(result), 100);
  return { score, findings: findings.map(({ result }) => result) };
}

test('the headers of each kind of page are worth an A+ of 125 points or more', async () => {
  assert.equal(rules.length, 7);
  const routes = await readRoutes(site.siteFolder);
  const oneOfEach = new Map(routes.map(({ kind, path }) => [kind, path]));
  for (const path of [...oneOfEach.values(), '/nowhere']) {
    const answer = await fetch(site.siteUrl + path);
    const { score, findings } = grade(answer.headers, await answer.text());
    assert.ok(score >= 125, `${path}: ${score}, ${findings.join(', ')}`);
    assert.equal(getGradeForScore(score).grade, 'A+');
    const [, age] = /^max-age=(\d+); includeSubDomains; preload$/.exec(
      answer.headers.get('strict-transport-security') ?? '',
    ) ?? ['', '0'];
    assert.ok(Number(age) >= 31_536_000, path);
    assert.deepEqual(answer.headers.getSetCookie(), [], path);
  }
});

test('pictures may be shown in a mailbox of any origin, pages and code in none but the shop’s own', async () => {
  const html = await (await fetch(`${site.siteUrl}/products/pebble-linear`)).text();
  const openTo = async (path = '') =>
    (await fetch(site.siteUrl + path)).headers.get('cross-origin-resource-policy');
  const [picture] = /\/pictures\/[\w-]+\.\w+/.exec(html) ?? [];
  const [code] = /\/_astro\/[\w.-]+\.js/.exec(html) ?? [];
  assert.equal(await openTo(picture), 'cross-origin');
  assert.deepEqual(await Promise.all(['/', code, '/orders'].map(openTo)), [
    'same-origin',
    'same-origin',
    'same-origin',
  ]);
});

test('the grader would notice a policy that allows inline scripts, and a missing header', async () => {
  const answer = await fetch(site.siteUrl);
  const html = await answer.text();
  const loose = new Headers(answer.headers);
  const policy = loose.get('content-security-policy') ?? '';
  loose.set('content-security-policy', policy.replace('script-src', "script-src 'unsafe-inline'"));
  const bare = new Headers(answer.headers);
  bare.delete('content-security-policy');
  const good = grade(answer.headers, html).score;
  assert.ok(grade(bare, html).score < good - 20);
  assert.ok(grade(loose, html).score <= good);
});
