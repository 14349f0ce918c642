/** Invariant: nothing is asked or changed but of the browser whose push address is given. */
import { fieldsOf, textOrNull } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend } from '#shared/backend/client.ts';
import { asFollowed } from './follows.ts';

export interface PushAddress {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly secret: string;
}

export interface BrowserNotices {
  /** The shop's, for push services; null until its jobs have run once. */
  readonly key: string | null;
  /** What the browser follows; null among them is everything new. */
  readonly productIds: readonly (string | null)[];
}

export const browserNotices = (
  endpoint: string | null,
  parts: CallParts = {},
): Answer<BrowserNotices> =>
  callFunction(
    'browser_notices',
    endpoint === null ? {} : { p_endpoint: endpoint },
    (data) => {
      const fields = fieldsOf(data);
      const ids = fields?.['product_ids'];
      if (fields === null || !Array.isArray(ids)) return null;
      return { key: textOrNull(fields['key']), productIds: ids.map(textOrNull) };
    },
    parts,
  );

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
  const { data, error, status } = await (signal ? sent.abortSignal(signal) : sent);
  return asFollowed(data, error, status);
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
    (data) => data === true,
    parts,
  );
