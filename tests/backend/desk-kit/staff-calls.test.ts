import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import {
  closeBatch,
  openExtras,
  sendUpdate,
  startGroupBuy,
} from '../../../src/features/batches/api/batches.ts';
import type { Backend } from '../../../src/shared/backend/client.ts';
import { resendMail } from '../../../src/features/shop-check/api/mails.ts';
import type { Result } from '../../../src/shared/result.ts';
import type { BackendError } from '../../../src/shared/backend/errors.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let shop: TestBackend;
before(async () => {
  shop = await startTestBackend();
});
after(() => shop.stop());

async function signedIn(name: 'owner' | 'shopper'): Promise<Backend> {
  const client: Backend = createClient(shop.url, shop.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword({
    email: `${name}@keywright.test`,
    password: 'Keywright-demo-1',
  });
  assert.equal(error, null);
  return client;
}

const kindOf = (result: Result<unknown, BackendError>): string =>
  result.ok ? 'done' : result.error.kind;

const nobody = randomUUID();
const calls: Readonly<
  Record<string, (backend: Promise<Backend>) => Promise<Result<unknown, BackendError>>>
> = {
  closeBatch: (backend) => closeBatch(nobody, { isPreview: true }, { backend }),
  sendUpdate: (backend) => sendUpdate(nobody, { isPreview: true }, { backend }),
  openExtras: (backend) =>
    openExtras(nobody, [{ variantId: nobody, count: 1, priceMinor: 100 }], { backend }),
  startGroupBuy: (backend) =>
    startGroupBuy(
      {
        listId: nobody,
        batchId: nobody,
        opensAt: '2030-01-01T00:00:00Z',
        closesAt: '2030-02-01T00:00:00Z',
        eta: '2030-06-01',
        kits: [{ variantId: nobody, moq: 10 }],
      },
      { backend },
    ),
  resendMail: (backend) => resendMail(nobody, undefined, backend),
};

describe('what staff call by name', () => {
  for (const [name, call] of Object.entries(calls)) {
    test(`${name} is understood from the owner and refused to a customer`, async () => {
      assert.equal(kindOf(await call(signedIn('owner'))), 'not_found');
      assert.equal(kindOf(await call(signedIn('shopper'))), 'forbidden');
    });
  }
});
