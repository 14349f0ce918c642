import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Backend } from '#shared/backend/client.ts';
import { openBackend } from '#shared/backend/open-client.ts';
import { publishSite } from '#features/publishing/api/publish-requests.ts';
import { myStaffRole } from '#desk-kit/api/staff.ts';
import { adjustStock } from '#features/stock/api/stock-pools.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let shop: TestBackend;
const opened: Backend[] = [];
before(async () => {
  shop = await startTestBackend();
});
// A session renews itself until it ends, and keeps the process alive for it.
after(async () => {
  for (const backend of opened) await backend.auth.signOut({ scope: 'local' });
  await shop.stop();
});

async function signedIn(name: string) {
  const address = { url: shop.url, publishableKey: shop.publishableKey };
  const backend = await openBackend(address, { fetch, storage: null });
  opened.push(backend);
  const email = `${name}@keywright.test`;
  const { error } = await backend.auth.signInWithPassword({ email, password: 'Keywright-demo-1' });
  assert.equal(error, null);
  return backend;
}

const stranger = () =>
  openBackend({ url: shop.url, publishableKey: shop.publishableKey }, { fetch, storage: null });

describe('what staff call', () => {
  test('tells each person their role', async () => {
    for (const [name, role] of [
      ['owner', 'owner'],
      ['support', 'support'],
      ['shopper', null],
    ] as const) {
      assert.deepEqual(await myStaffRole(undefined, signedIn(name)), { ok: true, value: role });
    }
  });

  test('changes stock once for two people who saw the same count', async () => {
    const owner = signedIn('owner');
    const { data } = await (
      await owner
    )
      .from('stock_pools')
      .select('id, on_hand')
      .gt('on_hand', 3)
      .limit(1)
      .single();
    assert.ok(data);
    const change = { poolId: data.id, delta: -1, expectedOnHand: data.on_hand, reason: 'Recount' };
    const first = await adjustStock(change, undefined, owner);
    assert.ok(first.ok);
    assert.equal(first.value.onHand, data.on_hand - 1);
    const second = await adjustStock(change, undefined, signedIn('fulfilment'));
    assert.ok(!second.ok);
    assert.match(JSON.stringify(second.error), /stock_changed/);
    const third = await adjustStock(change, undefined, signedIn('editor'));
    assert.ok(!third.ok);
    assert.match(JSON.stringify(third.error), /not_allowed/);
  });

  test('queues one build for two editors', async () => {
    const ask = async (name: string, note: string) =>
      (await (await signedIn(name)).rpc('request_publish', { p_note: note })).data;
    const first = await ask('editor', 'Prices');
    const second = await ask('owner', 'Pictures');
    assert.ok(first);
    assert.equal(second?.id, first.id);
    assert.deepEqual([first.joined, second?.joined], [false, true]);
  });

  test('refuses a build to everybody else, through the function that calls the builder too', async () => {
    const count = async () => {
      const owner = await signedIn('owner');
      const read = await owner.from('publish_requests').select('id, note');
      return read.data;
    };
    const before = await count();
    const told: Record<string, string> = {};
    for (const name of ['fulfilment', 'support', 'shopper', 'nobody']) {
      const asked = await publishSite(
        `By ${name}`,
        name === 'nobody' ? stranger() : signedIn(name),
      );
      told[name] = asked.ok ? 'done' : `${asked.error.kind} ${asked.error.reason ?? ''}`.trim();
    }
    assert.deepEqual(told, {
      fulfilment: 'forbidden not_allowed',
      support: 'forbidden not_allowed',
      shopper: 'forbidden not_allowed',
      nobody: 'signed_out',
    });
    assert.deepEqual(await count(), before);
  });
});
