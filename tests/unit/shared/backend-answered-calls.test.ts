import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hearAnswers, tellingAnswers } from '../../../src/shared/backend/answered-calls.ts';

/** What is told of one request, as: was it refused, may it have changed something. */
async function toldOf(
  method: string,
  path: string,
  status = 200,
): Promise<readonly (readonly [boolean, boolean])[]> {
  const told: (readonly [boolean, boolean])[] = [];
  const stop = hearAnswers((...answer) => told.push(answer));
  const send = tellingAnswers(() => Promise.resolve(new Response(null, { status })));
  await send(`http://shop.test/rest/v1/${path}`, { method });
  stop();
  return told;
}

test('reading changes nothing, and what is written or called may', async () => {
  assert.deepEqual(await toldOf('GET', 'orders'), [[false, false]]);
  assert.deepEqual(await toldOf('PATCH', 'products'), [[false, true]]);
  assert.deepEqual(await toldOf('POST', 'rpc/transition_orders'), [[false, true]]);
});

test('what was refused or failed has changed nothing', async () => {
  assert.deepEqual(await toldOf('PATCH', 'products', 403), [[true, false]]);
  assert.deepEqual(await toldOf('POST', 'rpc/transition_orders', 409), [[false, false]]);
});

test('what the frame of a desk asks by itself is no change, or it would ask for ever', async () => {
  for (const call of ['desk_home', 'waiting_changes', 'my_account_state'])
    assert.deepEqual(await toldOf('POST', `rpc/${call}`), [[false, false]]);
  assert.deepEqual(await toldOf('POST', 'rpc/my_staff_role'), []);
});

test('who has stopped hearing is told nothing', async () => {
  const told: boolean[] = [];
  hearAnswers((wasRefused) => told.push(wasRefused))();
  await toldOf('GET', 'orders', 403);
  assert.deepEqual(told, []);
});
