import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withKey } from '#shared/backend/intention-key.ts';
import { toBackendError } from '#shared/backend/errors.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { BackendError } from '#shared/backend/errors.ts';

const lost = fail(toBackendError(new TypeError('Failed to fetch')));
const refused = fail(toBackendError({ code: 'PT422', message: 'No', hint: 'wrong_note' }, 422));

test('an intention keeps its key until the shop has answered', async () => {
  const sent: string[] = [];
  const send = (answer: Result<string, BackendError>, intended: unknown = ['note', 'Hello']) =>
    withKey(intended, async (key) => {
      sent.push(key);
      return answer;
    });
  await send(lost);
  await send(lost, ['note', 'Another']);
  await assert.rejects(
    withKey(['note', 'Hello'], (key) => {
      sent.push(key);
      return Promise.reject(new Error('gone'));
    }),
  );
  await send(succeed('first'));
  await send(refused);
  await send(succeed('second'));
  const [first, another, repeated, answered, next, last] = sent;
  assert.deepEqual([repeated, answered], [first, first], 'whatever became of the answer');
  assert.equal(new Set([first, another, next, last]).size, 4, 'one for each thing that was wanted');
  assert.match(first ?? '', /^[0-9a-f-]{36}$/);
});
