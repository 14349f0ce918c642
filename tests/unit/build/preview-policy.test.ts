import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { commonPolicy } from '../../../src/build/published-files/content-security-policy.ts';
import { headersFile } from '../../../src/build/published-files/headers-file.ts';
import { withoutQuotedMarkup } from '../../../src/build/published-files/quoted-markup.ts';
import { policyOfPreview } from '../../../scripts/site-server/preview-policy.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const hosts = { backendUrl: '', sentryDsn: '', ingestUrl: '' };
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
const listOf = (policy: string, directive: string) =>
  new RegExp(`${directive} 'self' ?([^;]*)`).exec(policy)?.[1]?.split(' ').filter(Boolean);

let folder: string;
before(async () => {
  folder = await makeTemporaryFolder();
  const built = { scripts: new Set([hashOf('shell()')]), styles: new Set<string>() };
  await writeFile(
    path.join(folder, '_headers'),
    headersFile(commonPolicy(hosts, built), new Map()),
  );
});
after(() => rm(folder, { recursive: true, force: true }));

const page = (typed: string) =>
  `<html><head><meta content="${typed}"><style>a{}</style><script>shell()</script></head><body>${typed}</body></html>`;

test('a preview runs what the last build runs, and nothing that somebody typed', async () => {
  const policy = await policyOfPreview(page('<script>evil()</script>'), hosts, folder);
  assert.deepEqual(listOf(policy, 'script-src'), [hashOf('shell()')]);
});

test('a style that somebody typed into an attribute is none of the page', async () => {
  const html = withoutQuotedMarkup(page('plain').replace('plain', '<style>b{}</style>'));
  const policy = await policyOfPreview(html, hosts, folder);
  assert.deepEqual(listOf(policy, 'style-src'), [hashOf('a{}')]);
});

test('without a build no inline script runs', async () => {
  const policy = await policyOfPreview(page('plain'), hosts, path.join(folder, 'nothing'));
  assert.deepEqual(listOf(policy, 'script-src'), []);
});
