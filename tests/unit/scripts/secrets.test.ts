/** No secret was ever written into this repository: its files and, where git is at hand, its history. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const project = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** What the keys of our vendors look like. Keys of the embedded backend and of tests say what they are. */
const shapes = [
  /\bsb_secret_[A-Za-z0-9_-]{20,}/g,
  /\b[sr]k_live_[A-Za-z0-9]{16,}/g,
  /\bwhsec_[A-Za-z0-9+/]{24,}/g,
  /\bsntr[yu]s_[A-Za-z0-9_=+/]{20,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bre_[A-Za-z0-9]{8,}_[A-Za-z0-9]{20,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/g,
];

/** A token that nobody could have issued, as tests forge them, is none. */
const isForged = (found: string): boolean => {
  if (!found.startsWith('eyJ')) return false;
  const [, claims = ''] = found.split('.');
  return !/"role":"service_role"/.test(Buffer.from(claims, 'base64url').toString());
};

function findSecrets(text: string): string[] {
  return shapes
    .flatMap((shape) => [...text.matchAll(shape)].map(([found]) => found))
    .filter((found) => !isForged(found))
    .map((found) => `${found.slice(0, 16)}…`);
}

test('a planted secret of each kind is found', () => {
  const filler = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const planted = [
    `sb_secret_${filler}`,
    `sk_live_${filler}`,
    `whsec_${filler}`,
    `sntrys_${filler}`,
    `ghp_${filler}`,
    `npm_${filler}`,
    `re_${filler.slice(0, 8)}_${filler}`,
    `AKIA${'A1B2'.repeat(4)}`,
    ['-----BEGIN', 'PRIVATE', 'KEY-----'].join(' '),
    `${base64({ alg: 'HS256' })}.${base64({ role: 'service_role' })}.${filler}`,
  ];
  assert.equal(planted.length, shapes.length);
  for (const secret of planted) assert.equal(findSecrets(`key = "${secret}"`).length, 1, secret);
  assert.deepEqual(findSecrets('sb_secret_local sb_publishable_local'), []);
});

const git = (...args: string[]) =>
  run('git', args, { cwd: project, maxBuffer: 400_000_000 }).then(
    ({ stdout }) => stdout,
    () => null,
  );

test('no secret is in the history', async (context) => {
  const history = await git('log', '--patch', '--unified=0', '--no-color', '--no-ext-diff');
  if (history === null) return context.skip('there is no git here');
  assert.deepEqual(findSecrets(history), []);
});
