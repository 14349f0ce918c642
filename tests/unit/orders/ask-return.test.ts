import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askReturn } from '#features/orders/api/returns.ts';
import type { Backend } from '#shared/backend/client.ts';

test('a return whose answer was lost is asked for again with its key, another one with its own', async () => {
  const keys: unknown[] = [];
  let isLost = true;
  const backend = Promise.resolve({
    rpc: (_name: string, { p_key: key }: { readonly p_key: string }) => {
      keys.push(key);
      return isLost
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve({ data: { id: 'noted' }, error: null, status: 200 });
    },
  } as unknown as Backend);
  const lines = [{ line_id: 'knobs', quantity: 1 }];
  const ask = (reason: string) =>
    askReturn({ orderId: 'order', kind: 'fault', lines, reason, token: null }, { backend });
  await assert.rejects(ask('It wobbles.'));
  await assert.rejects(ask('It rattles.'));
  isLost = false;
  assert.ok((await ask('It wobbles.')).ok);
  assert.ok((await ask('It wobbles.')).ok);
  const [first, other, again, next] = keys;
  assert.match(String(first), /^[0-9a-f-]{36}$/);
  assert.equal(again, first);
  assert.equal(new Set([first, other, next]).size, 3);
});
