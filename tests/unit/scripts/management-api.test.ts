import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManagement } from '../../../scripts/going-live/management-api.ts';

test('a platform that can’t be reached is named, and what to do', async () => {
  // Port 9 listens nowhere.
  const management = createManagement('http://127.0.0.1:9', 'a token');
  await assert.rejects(management.get('/projects'), {
    message: 'http://127.0.0.1:9 does not answer. Look at the connection and try again.',
  });
});
