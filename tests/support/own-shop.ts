/** The files that use it share one. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, test as base } from 'playwright/test';
import type { CaughtEnvelope } from '../../scripts/local-supabase/error-catcher.ts';
import { startTestShop, type TestShop } from './shop.ts';

export const test = base.extend<
  object,
  { readonly shop: TestShop; readonly editor: SupabaseClient }
>({
  shop: [
    // Playwright reads which fixtures are wanted from the destructured argument.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const shop = await startTestShop({
        publishes: true,
        reportsErrors: true,
        asksPersons: true,
        refundsCards: true,
      });
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  editor: [
    async ({ shop }, use) => {
      const client = createClient(shop.apiUrl, 'sb_publishable_local', {
        auth: { persistSession: false, autoRefreshToken: false },
      });
      const { error } = await client.auth.signInWithPassword({
        email: 'editor@keywright.test',
        password: 'Keywright-demo-1',
      });
      expect(error).toBeNull();
      await use(client);
    },
    { scope: 'worker' },
  ],
});

export interface ErrorEvent {
  readonly event_id: string;
  readonly release: string;
  readonly dist: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly exception: {
    readonly values: readonly { readonly type: string; readonly value: string }[];
  };
}

export interface CaughtError {
  readonly event: ErrorEvent;
  /** Everything that left, for what must not be in it. */
  readonly raw: string;
}

const catcher = (shop: TestShop) => `${shop.apiUrl}/_local/sentry/envelopes`;

/** What the shop's own catcher has received, oldest first. */
export async function caughtErrors(shop: TestShop): Promise<CaughtError[]> {
  const envelopes: readonly CaughtEnvelope[] = await (await fetch(catcher(shop))).json();
  return envelopes.flatMap(({ items, raw }) =>
    items.map(({ payload }) => ({ event: payload as ErrorEvent, raw })),
  );
}

export async function forgetErrors(shop: TestShop): Promise<void> {
  await fetch(catcher(shop), { method: 'DELETE' });
}
