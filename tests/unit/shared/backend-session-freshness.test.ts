import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Session } from '@supabase/supabase-js';
import {
  keepSessionFresh,
  tokenEnd,
  type SessionSource,
} from '#shared/backend/session-freshness.ts';

const startMs = Date.parse('2026-11-21T10:00:00Z');

function sessionEndingAt(endSeconds: unknown): Session {
  const body = Buffer.from(JSON.stringify({ exp: endSeconds, name: 'blåbær?>' })).toString(
    'base64url',
  );
  return {
    access_token: `head.${body}.signature`,
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 0,
    user: { id: 'u', aud: '', app_metadata: {}, user_metadata: {}, created_at: '' },
  };
}

async function hear(
  session: Session | null,
  seconds: number,
  renew: (asked: number) => Session | null,
): Promise<number[]> {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now: startMs });
  try {
    const asked: number[] = [];
    let listen: (event: string, session: Session | null) => void = () => {};
    const source: SessionSource = {
      getSession() {
        asked.push((Date.now() - startMs) / 1000);
        return Promise.resolve({ data: { session: renew(asked.length) } });
      },
      onAuthStateChange: (listener) => (listen = listener),
    };
    keepSessionFresh(source);
    listen('INITIAL_SESSION', session);
    for (let tick = 0; tick < seconds * 10; tick += 1) {
      mock.timers.tick(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return asked;
  } finally {
    mock.timers.reset();
  }
}

test('the end of a token is read from the token, and nothing else is taken for one', () => {
  assert.equal(tokenEnd(sessionEndingAt(1_800_000_000).access_token), 1_800_000_000);
  for (const token of ['', 'a.b.c', sessionEndingAt('soon').access_token, 'x']) {
    assert.equal(tokenEnd(token), null);
  }
});

test('a session that stays as it was is asked for every ten seconds, not all the time', async () => {
  const session = sessionEndingAt(startMs / 1000 + 60);
  const asked = await hear(session, 75, () => session);
  assert.deepEqual(asked.map(Math.round), [30, 40, 50, 60, 70]);
});

test('nobody is asked without a session, or after it is gone', async () => {
  assert.deepEqual(await hear(null, 60, () => null), []);
  const session = sessionEndingAt(startMs / 1000 + 60);
  const asked = await hear(session, 300, () => null);
  assert.deepEqual(asked.map(Math.round), [30]);
});
