import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callForMany } from '#desk-kit/store/desk-bulk.ts';
import { ownRefusal } from '#shared/backend/errors.ts';
import { fail } from '#shared/result.ts';

test('a bulk change ends once somebody gives no newer code, and the rest counts as not sent', async () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => ({
    id: String(index),
    version: 1,
    values: {},
  }));
  let calls = 0;
  const refusal = ownRefusal({
    message: 'Nothing was changed.',
    status: 403,
    reason: 'second_factor_stale',
  });
  const outcomes: unknown[] = [];
  await callForMany(
    rows,
    () => {
      calls += 1;
      return Promise.resolve(fail(refusal));
    },
    new AbortController().signal,
    (outcome) => outcomes.push(outcome),
  );
  // One for each lane that was under way.
  assert.ok(calls < 5, `${calls} calls`);
  assert.ok(outcomes.length < rows.length);
});
