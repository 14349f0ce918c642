import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  keyHeaders,
  publishableKey,
  secretKeys,
} from '../../../supabase/functions/_shared/project-keys.ts';
import { holdsSecretKey } from '../../../supabase/functions/_shared/service-calls.ts';

const hosted = {
  SUPABASE_SECRET_KEYS: '{"jobs":"sb_secret_jobs","default":"sb_secret_first"}',
  SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_first"}',
  SUPABASE_SERVICE_ROLE_KEY: 'aaa.bbb.ccc',
  SUPABASE_ANON_KEY: 'ddd.eee.fff',
};
const asking = (headers: Record<string, string>) => new Request('http://f.test', { headers });

describe('the keys that a hosted project hands to its functions', () => {
  test('are the new ones where it has them, the default first', () => {
    assert.deepEqual(secretKeys(hosted), ['sb_secret_first', 'sb_secret_jobs', 'aaa.bbb.ccc']);
    assert.equal(publishableKey(hosted), 'sb_publishable_first');
  });

  test('are the legacy ones of an older project', () => {
    const older = { SUPABASE_SERVICE_ROLE_KEY: 'aaa.bbb.ccc', SUPABASE_ANON_KEY: 'ddd.eee.fff' };
    assert.deepEqual(secretKeys(older), ['aaa.bbb.ccc']);
    assert.equal(publishableKey(older), 'ddd.eee.fff');
  });

  test('are read past what is no list of keys', () => {
    for (const text of ['', '{', 'null', '[1]', '{"default":""}', '{"default":7}']) {
      assert.deepEqual(secretKeys({ SUPABASE_SECRET_KEYS: text }), [], text);
    }
  });

  test('travel as a token only where they are one', () => {
    assert.deepEqual(keyHeaders('sb_secret_first'), { apikey: 'sb_secret_first' });
    assert.deepEqual(keyHeaders('aaa.bbb.ccc'), {
      apikey: 'aaa.bbb.ccc',
      authorization: 'Bearer aaa.bbb.ccc',
    });
  });

  test('each let a scheduler in, and nothing else does', async () => {
    for (const key of secretKeys(hosted)) {
      assert.equal(await holdsSecretKey(asking({ apikey: key }), hosted), true);
      assert.equal(await holdsSecretKey(asking({ authorization: `Bearer ${key}` }), hosted), true);
    }
    for (const key of ['', 'sb_publishable_first', 'sb_secret_firs', 'ddd.eee.fff']) {
      assert.equal(await holdsSecretKey(asking({ apikey: key }), hosted), false, key);
      assert.equal(await holdsSecretKey(asking({ apikey: key }), {}), false, key);
    }
  });
});
