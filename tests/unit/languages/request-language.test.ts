import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { openBackend } from '../../../src/shared/backend/open-client.ts';
import type { signUp } from '../../../src/features/account/api/sign-in.ts';

interface Code {
  readonly openBackend: typeof openBackend;
  readonly signUp: typeof signUp;
}

/** The code as a build of that language has it; none at all is as in a test. */
async function codeOf(language: string | undefined): Promise<Code> {
  Object.assign(globalThis, { KEYWRIGHT_LANGUAGE: language });
  const client: unknown = await import(
    `../../../src/shared/backend/open-client.ts?language=${language}`
  );
  const signIn: unknown = await import(
    `../../../src/features/account/api/sign-in.ts?language=${language}`
  );
  return { ...(client as Code), ...(signIn as Code) };
}

async function requestsIn(language: string | undefined): Promise<readonly Request[]> {
  const code = await codeOf(language);
  const sent: Request[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push(new Request(input, init));
    return Promise.resolve(Response.json({}));
  };
  const address = { url: 'http://shop.test', publishableKey: 'key' };
  const backend = code.openBackend(address, { fetch, storage: null });
  await (await backend).rpc('my_cart');
  const contact = { kind: 'email', value: 'neu@people.test' } as const;
  await code.signUp(contact, 'a long password', 'http://shop.test/user', backend);
  await (await backend).auth.stopAutoRefresh();
  return sent;
}

test('pages of another language name it with each request, and with a new account', async () => {
  const [call, account] = await requestsIn('de');
  assert.equal(call?.headers.get('x-client-info'), 'keywright/de');
  assert.equal(account?.headers.get('x-client-info'), 'keywright/de');
  const body: unknown = await account?.json();
  assert.deepEqual((body as { data: unknown }).data, { language: 'de' });
});

for (const language of ['en', undefined])
  test(`pages of the first language say nothing of it (${language})`, async () => {
    const [call, account] = await requestsIn(language);
    assert.match(call?.headers.get('x-client-info') ?? '', /^supabase-js/);
    const body: unknown = await account?.json();
    assert.deepEqual((body as { data: unknown }).data, {});
  });
