/** Whether a restored shop answers, as whoever visits it asks. */
import { ArchiveRefused } from './archive-key.ts';

export async function assertOpens(url: string, publishableKey: string): Promise<void> {
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const questions: readonly (readonly [what: string, path: string, init?: RequestInit])[] = [
    ['its goods', '/rest/v1/products?select=id&limit=1'],
    [
      'its prices',
      '/rest/v1/rpc/quote_cart',
      { method: 'POST', body: JSON.stringify({ p_lines: [], p_country: 'DE' }) },
    ],
    ['sign-in', '/auth/v1/settings'],
  ];
  for (const [what, path, init] of questions) {
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const said = await response.text();
    if (response.status < 500 && response.status !== 404) continue;
    throw new ArchiveRefused(
      `The restored shop does not open: ${what}: HTTP ${response.status} ${said.slice(0, 200)}`,
    );
  }
}
