/* The edge function as the desk calls it, against stand-ins of the beacon's relays. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startHttpServer } from '../../../scripts/local-supabase/http-server.ts';
import { beacon } from '../../../src/features/lists/model/beacon.ts';
import { handleRound } from '../../../supabase/functions/beacon-round/handler.ts';
import { createReadRound } from '../../../supabase/functions/beacon-round/relays.ts';

const published = { round: 1000, randomness: 'ab'.repeat(32), signature: 'cd'.repeat(48) };

let relay: Awaited<ReturnType<typeof startHttpServer>>;
let broken: Awaited<ReturnType<typeof startHttpServer>>;
const asked: string[] = [];

const ask = async (round: unknown, relays: readonly number[], role: string | null = 'owner') => {
  const environment = { BEACON_RELAYS: relays.map((port) => `http://localhost:${port}`).join(',') };
  const request = new Request('http://shop.test', {
    method: 'POST',
    headers: { authorization: 'Bearer token' },
    body: JSON.stringify({ round }),
  });
  const response = await handleRound(request, {
    roleOf: () => Promise.resolve(role),
    read: createReadRound(environment),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('beacon-round', () => {
  before(async () => {
    relay = await startHttpServer({
      port: 0,
      async handle(request) {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        await Promise.resolve();
        return pathname.endsWith('/1000')
          ? Response.json(published)
          : new Response('too early', { status: 425 });
      },
    });
    broken = await startHttpServer({
      port: 0,
      handle: () => Promise.resolve(new Response('<html>', { status: 200 })),
    });
  });
  after(async () => {
    await relay.close();
    await broken.close();
  });

  test('reads the round of the pinned chain, past a relay that is broken', async () => {
    const told = await ask(1000, [broken.port, relay.port]);
    assert.deepEqual(told, { status: 200, body: published });
    assert.equal(asked.at(-1), `/${beacon.chainHash}/public/1000`);
  });

  test('says that a round is not out, and that no relay answers, apart', async () => {
    assert.equal((await ask(1001, [relay.port])).body['hint'], 'round_not_yet');
    const lost = await ask(1000, [broken.port, 1]);
    assert.deepEqual([lost.status, lost.body['hint']], [502, 'beacon_away']);
  });

  test('asks nobody for whoever is no owner, or for what is no round', async () => {
    const before = asked.length;
    for (const role of [null, 'support', 'editor'])
      assert.equal((await ask(1000, [relay.port], role)).status, 403);
    for (const round of ['1000', 0, 1.5, -1, null])
      assert.equal((await ask(round, [relay.port])).status, 422);
    assert.equal(asked.length, before);
  });
});
