/** Invariant: nothing is asked or changed but of the browser whose push address is given. */
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend } from '#shared/backend/client.ts';
import { asFollowed } from './follows.ts';

export interface PushAddress {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly secret: string;
}

export const browserNotices = (endpoint: string | null, parts: CallParts = {}) =>
  callFunction('browser_notices', endpoint === null ? {} : { p_endpoint: endpoint }, parts);

/** Without a product everything new. */
export async function followInBrowser(
  { endpoint, publicKey, secret }: PushAddress,
  productId: string | null,
  { signal, backend = getBackend() }: CallParts = {},
): Answer<boolean> {
  const sent = (await backend).rpc('follow_in_browser', {
    p_browser: { endpoint, public_key: publicKey, secret },
    ...(productId === null ? {} : { p_product: productId }),
  });
  return asFollowed(await (signal ? sent.abortSignal(signal) : sent));
}

/** False where it followed no such thing. */
export const unfollowInBrowser = (
  endpoint: string,
  productId: string | null,
  parts: CallParts = {},
): Answer<boolean> =>
  callFunction(
    'unfollow_in_browser',
    { p_endpoint: endpoint, ...(productId === null ? {} : { p_product: productId }) },
    parts,
  );
