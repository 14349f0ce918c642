/** Draws previews as the desk does, with rights of one's own choice, and shows them as it does. */
import type { Page } from 'playwright/test';
import { embeddedKeys } from '../../../scripts/settings.ts';
import type { BuiltSite } from '../site.ts';

export interface DrawnOrNot {
  readonly html?: string;
  readonly styles?: readonly string[];
  readonly problem?: string;
}

/** `product` are the values of its row; the page of the shop that asks is `/about`. */
export async function drawPreview(
  page: Page,
  site: BuiltSite,
  accessToken: string,
  product: Readonly<Record<string, unknown>>,
): Promise<DrawnOrNot> {
  await page.goto(`${site.siteUrl}/about`);
  const parts = ['pools', 'options', 'values', 'rules', 'variants', 'images', 'sounds', 'facts'];
  const form = {
    product: { id: product['id'], version: null, values: product },
    removed: [],
    ...Object.fromEntries(parts.map((name) => [name, []])),
  };
  const asker = { url: site.apiUrl, key: embeddedKeys.publishableKey, accessToken };
  return page.evaluate(
    (request) =>
      new Promise<DrawnOrNot>((resolve) => {
        // The page's own rule for workers comes with a script that may not be there yet.
        const rules = { createScriptURL: (url: string) => url };
        const policy = window.trustedTypes?.createPolicy('keywright', rules);
        const place = policy?.createScriptURL('/preview/renderer.js') ?? '/preview/renderer.js';
        const worker = new Worker(place);
        worker.addEventListener('message', ({ data }) => {
          worker.terminate();
          resolve(data);
        });
        worker.addEventListener('error', ({ message }) => resolve({ problem: message }));
        worker.postMessage(request, []);
      }),
    { form, asker },
  );
}

/** Opens it in `shown`, while `desk`, a page of the same browser, hands it over. */
export async function showPreview(
  desk: Page,
  shown: Page,
  site: BuiltSite,
  drawn: DrawnOrNot,
): Promise<string> {
  const name = await desk.evaluate((page) => {
    const own = crypto.randomUUID();
    const channel = new BroadcastChannel(`keywright:preview:${own}`);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    channel.addEventListener('message', () => channel.postMessage(page));
    return own;
  }, drawn);
  const address = `${site.siteUrl}/preview?of=${name}`;
  await shown.goto(address);
  return address;
}
