/**
 * A worker draws the page, with the pages that the last build compiled and the rights of whoever asks.
 * Invariant: nothing is saved by looking, and the drawing leaves this browser for nowhere.
 */
import { isRecord } from '#desk-kit/model/desk-row.ts';
import type { ProductForm } from '../model/form/product-form.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { backendAddress } from '#shared/backend/address.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';

export interface DrawnPage {
  readonly html: string;
  readonly styles: readonly string[];
}

const patienceMs = 60_000;
const rendererPlace = '/preview/renderer.js';

function parsePage(told: unknown): Result<DrawnPage, string> {
  if (!isRecord(told)) return fail(noRenderer);
  const { html, styles, problem } = told;
  if (typeof html === 'string' && Array.isArray(styles))
    return succeed({ html, styles: styles.filter((each) => typeof each === 'string') });
  return fail(typeof problem === 'string' ? problem : noRenderer);
}

function drawInWorker(request: unknown): Promise<Result<DrawnPage, string>> {
  const worker = new Worker(rendererPlace);
  return new Promise<Result<DrawnPage, string>>((resolve) => {
    setTimeout(() => resolve(fail('Rendering takes too long. Try again in a moment.')), patienceMs);
    worker.addEventListener('message', ({ data }) => resolve(parsePage(data)));
    worker.addEventListener('error', () => resolve(fail(noRenderer)));
    worker.postMessage(request, []);
  }).finally(() => worker.terminate());
}

export async function previewPage(
  form: ProductForm,
  backend: Promise<Backend> = getBackend(),
): Promise<Result<DrawnPage, string>> {
  const { data } = await (await backend).auth.getSession();
  const accessToken = data.session?.access_token;
  if (accessToken === undefined) return fail('Please sign in again.');
  const { url, publishableKey: key } = backendAddress;
  return drawInWorker({ form, asker: { url, key, accessToken } });
}

const noRenderer =
  'What renders previews could not be loaded. It comes with a built site: publish once, then try again.';
