/** Invariant: nothing is saved by looking. */
import { isRecord } from '#desk-kit/model/desk-row.ts';
import type { ProductForm } from '../model/product-form.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';

const patienceMs = 60_000;

/** Gives the address under which the page is shown for some minutes, or says why there is none. */
export async function previewPage(
  form: ProductForm,
  backend: Promise<Backend> = getBackend(),
  send: typeof fetch = fetch,
): Promise<Result<string, string>> {
  const { data } = await (await backend).auth.getSession();
  const token = data.session?.access_token;
  if (token === undefined) return fail('Please sign in again.');
  try {
    const answer = await send('/_local/preview', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(form),
      signal: AbortSignal.timeout(patienceMs),
    });
    const said: unknown = await answer.json().catch(() => null);
    if (!isRecord(said)) return fail(noServer);
    if (typeof said['path'] === 'string') return succeed(said['path']);
    return fail(typeof said['message'] === 'string' ? said['message'] : noServer);
  } catch {
    return fail('The shop can’t be reached right now. Please try again in a moment.');
  }
}

const noServer =
  'This host only serves finished pages, so it can’t render a preview. Run the shop with “npm start” against the same backend to see it.';
