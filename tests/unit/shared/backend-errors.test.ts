import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import {
  AuthError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/supabase-js';
import * as fc from 'fast-check';
import { authWords } from '#shared/backend/auth-words.ts';
import { toBackendError, toldBy, type BackendErrorKind } from '#shared/backend/errors.ts';
import { toAuthFailure } from '#features/account/store/auth-failure.ts';

test('the database says its reason in the hint and its facts in the details', () => {
  const error = toBackendError(
    { message: 'Too little stock', code: 'PT409', hint: 'out_of_stock', details: '{"left":2}' },
    409,
  );
  assert.deepEqual(error, {
    kind: 'refused',
    message: 'Too little stock',
    status: 409,
    code: 'PT409',
    reason: 'out_of_stock',
    details: { left: 2 },
  });
});

test('details that are no JSON stay text, and none are null', () => {
  assert.equal(toBackendError({ message: 'm', details: 'plain' }, 400).details, 'plain');
  assert.equal(toBackendError({ message: 'm', details: '' }, 400).details, null);
  assert.equal(toBackendError({ message: 'm' }, 400).details, null);
});

test('a refusal tells what its function says, and what is none tells nothing', () => {
  const refused = toBackendError({ code: 'PT409', details: '{"on_hand":3}' }, 409);
  assert.equal(toldBy<'adjust_stock'>(refused).on_hand, 3);
  for (const details of ['Key (code)=(a) already exists.', '7', null])
    assert.deepEqual(toldBy(toBackendError({ code: '23505', details }, 409)), {});
});

const invalidCredentials = new AuthError('Invalid login credentials', 400, 'invalid_credentials');
const noUser = Object.assign(new AuthError('Auth session or user missing', 500), {
  name: 'AuthInvalidTokenResponseError',
});

const kinds: [string, unknown, number | undefined, BackendErrorKind, number][] = [
  ['a lost network', new TypeError('Failed to fetch'), undefined, 'unreachable', 0],
  [
    'a lost network in the library',
    { message: 'TypeError: fetch failed', code: '' },
    0,
    'unreachable',
    0,
  ],
  ['a timeout', new DOMException('signal timed out', 'TimeoutError'), undefined, 'unreachable', 0],
  ['502', { message: 'Bad Gateway' }, 502, 'unreachable', 502],
  ['503', {}, 503, 'unreachable', 503],
  ['504', {}, 504, 'unreachable', 504],
  [
    'sign-in without a backend',
    new AuthRetryableFetchError('x', 503),
    undefined,
    'unreachable',
    503,
  ],
  ['a page that was left', new DOMException('', 'AbortError'), undefined, 'aborted', 0],
  ['a page that was left, in the library', { message: 'AbortError: aborted' }, 0, 'aborted', 0],
  ['no session', new AuthSessionMissingError(), undefined, 'signed_out', 400],
  ['an expired token', { message: 'JWT expired', code: 'PGRST303' }, 401, 'signed_out', 401],
  ['a wrong password', invalidCredentials, undefined, 'wrong_credentials', 400],
  ['a session without a user', noUser, undefined, 'broken', 500],
  ['a limit', { message: 'slow down' }, 429, 'limited', 429],
  ['a right that is missing', { message: 'denied', code: '42501' }, 403, 'forbidden', 403],
  ['nothing found', { message: 'none', code: 'PGRST116' }, 406, 'not_found', 406],
  ['a code without a status', { message: 'stale', code: 'PT409' }, undefined, 'refused', 409],
  [
    'a stored file that is too big',
    { message: 'big', statusCode: '413' },
    undefined,
    'refused',
    413,
  ],
  ['a broken database', { message: 'XX', code: 'XX000' }, 500, 'broken', 500],
  ['a page in place of JSON', { message: '<html>' }, 200, 'broken', 200],
  ['nothing at all', null, 500, 'broken', 500],
];

for (const [what, raw, status, kind, seen] of kinds) {
  test(`${what} is ${kind}`, () => {
    const error = toBackendError(raw, status);
    assert.equal(error.kind, kind);
    assert.equal(error.status, seen);
    assert.ok(error.message.length > 0 || kind === 'aborted');
  });
}

test('a weak password brings its reasons', () => {
  const error = toBackendError(new AuthWeakPasswordError('weak', 422, ['length', 'pwned']));
  assert.equal(error.kind, 'weak_password');
  assert.deepEqual('reasons' in error ? error.reasons : [], ['length', 'pwned']);
});

test('the seed’s own words for auth errors are kept', () => {
  assert.equal(toBackendError(new AuthSessionMissingError()).message, 'Auth session missing!');
  assert.equal(toBackendError(noUser).message, 'Auth session or user missing');
});

const services = [
  '',
  'AuthApiError',
  'AuthInvalidCredentialsError',
  'AuthPKCECodeVerifierMissingError',
  'AuthSessionMissingError',
  'AuthUnknownError',
  'AuthWeakPasswordError',
  'FunctionsHttpError',
  'PostgrestError',
  'StorageApiError',
  'TypeError',
];
const codes = [
  ...Object.keys(authWords),
  ...'22P02 23502 23505 23514 40001 42501 42883 57014 P0001 XX000'.split(' '),
  ...'PGRST116 PGRST202 PGRST303 Duplicate NoSuchKey code_of_next_year'.split(' '),
  '',
];

test('what a service says of itself reaches no screen, whatever its name, code and status', (t) => {
  const noted: string[] = [];
  t.mock.method(console, 'debug', (line: string) => noted.push(line));
  const said = 'JWT canary-4711 for relation "users"';
  fc.assert(
    fc.property(
      fc.constantFrom(...services),
      fc.constantFrom(...codes),
      fc.constantFrom(0, 200, 400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 502, 544),
      fc.constantFrom('message', 'msg'),
      (name, code, status, field) => {
        const raw = { name, code, [field]: said, error: said, error_description: said };
        const error = toBackendError(raw, status);
        const { title, help } = toAuthFailure(error);
        for (const shown of [error.message, title, ...help]) {
          assert.doesNotMatch(shown, /canary|relation/);
          assert.notEqual(shown, '');
        }
      },
    ),
    { numRuns: 2000 },
  );
  assert(
    noted.some((line) => line.includes('canary')),
    'but it reaches the console',
  );
});

test('each code of Auth has a sentence in the shop’s words, and none is said twice', () => {
  for (const [code, words] of Object.entries(authWords)) {
    const error = toBackendError({ name: 'AuthApiError', code, message: 'x' }, 422);
    const { title, help } = toAuthFailure(error);
    assert.equal(title, words, code);
    assert(!help.includes(title), code);
    // The contract names it.
    if (code === 'invalid_credentials') continue;
    assert.match(words, /^[A-Z].*\.$/, code);
    assert.doesNotMatch(words, /token|JWT|OTP|MFA|AAL|nonce|factor|SMS|login /i, code);
  }
});

test('a function of the database speaks for itself, also by way of an edge function', () => {
  const own = { code: 'PT409', hint: 'paid_already', message: 'This order is paid.' };
  assert.equal(toBackendError(own, 409).message, own.message);
  assert.equal(toBackendError({ ...own, code: 'PGRST202' }, 404).message.includes('paid'), false);
});

test('no other file reads what a service or an exception says', async () => {
  const src = path.join(import.meta.dirname, '../../../src');
  const faults: string[] = [];
  for await (const file of glob('{features,shared/backend,desk-kit,ui}/**/*.{ts,tsx}', {
    cwd: src,
  })) {
    if (file === path.join('shared', 'backend', 'errors.ts')) continue;
    const text = await readFile(path.join(src, file), 'utf8');
    const reads = /[/\\](?:api|backend)[/\\]/.test(file)
      ? /\berror\??\.message\b/
      : /String\(error\)/;
    if (reads.test(text) || /instanceof Error\s*\?\s*\w+\.message/.test(text)) faults.push(file);
  }
  assert.deepEqual(faults, []);
});

test('no markup and no stack of the other side is shown', () => {
  assert.doesNotMatch(toBackendError({ message: '<html>' }, 200).message, /</);
  assert.doesNotMatch(toBackendError(new TypeError('Failed to fetch')).message, /TypeError|fetch/);
});

test('a rule of a table is told in people’s words, and its code stays', () => {
  const message = 'new row for relation "order_records" violates check constraint "x"';
  for (const code of ['23502', '23503', '23505', '23514']) {
    const told = toBackendError({ code, message, details: null, hint: null }, 400);
    assert.match(told.message, /Nothing was saved\.$/);
    assert.doesNotMatch(told.message, /relation|constraint/);
    assert.equal(told.code, code);
  }
});

test('a rule about one column names it, a rule about several does not', () => {
  const told = (code: string, message: string) =>
    toBackendError({ code, message, details: null, hint: null }, 400).message;
  const broken = (rule: string) =>
    told('23514', `new row for relation "lists" violates check constraint "${rule}"`);
  const save = 'Nothing was saved.';
  assert.equal(
    broken('lists_pay_within_hours_check'),
    `The shop does not accept this pay within hours. ${save}`,
  );
  assert.equal(broken('lists_title_check1'), `The shop does not accept this title. ${save}`);
  assert.equal(broken('lists_check2'), `These values don’t go together. ${save}`);
  assert.equal(
    told(
      '23502',
      'null value in column "zone_id" of relation "shipping_methods" violates not-null constraint',
    ),
    `The zone id is missing. ${save}`,
  );
});

test('what stands between browser and shop is told in the shop’s own words', () => {
  const told = (raw: object, status: number) => toBackendError(raw, status).message;
  assert.match(told({ message: 'API rate limit exceeded' }, 429), /^The shop is very busy/);
  assert.match(told({ message: 'JWT expired', code: 'PGRST303' }, 401), /no longer knows who you/);
  assert.match(told({ message: '<html><h1>Forbidden</h1>' }, 403), /something unexpected/);
  const own = { message: 'Too many codes were tried.', code: 'PT429', hint: 'too_many' };
  assert.equal(told(own, 429), own.message);
});
