/** Invariant: no answer tells whether an address is known. */
import { fieldsOf, listOf, textOf, textOrNull, type Fields } from '#shared/parsed-fields.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend } from '#shared/backend/client.ts';
import { ownRefusal, toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface FollowedGoods {
  /** Each update, once when it is back, or of no product: everything new. */
  readonly about: 'updates' | 'stock' | 'drops';
  readonly title: string;
  readonly variantTitle: string;
  readonly kind: string;
  readonly url: string;
}

export interface Follow extends FollowedGoods {
  readonly id: string;
  /** Null: everything new. */
  readonly productId: string | null;
  readonly variantId: string | null;
}

const abouts = ['stock', 'drops'] as const;

function goodsOf(fields: Fields): FollowedGoods {
  return {
    about: abouts.find((about) => about === fields['about']) ?? 'updates',
    title: textOf(fields['product_title']),
    variantTitle: textOf(fields['variant_title']),
    kind: textOf(fields['product_kind']),
    url: textOf(fields['product_url']),
  };
}

function parseFollow(fields: Fields): Follow {
  return {
    ...goodsOf(fields),
    id: textOf(fields['id']),
    productId: textOrNull(fields['product_id']),
    variantId: textOrNull(fields['variant_id']),
  };
}

/** What was turned down comes with its words in the body, for nothing may be undone by it. */
function refusalIn(error: unknown): Fields | null {
  const fields = fieldsOf(error);
  return fields !== null && typeof fields['reason'] === 'string' ? fields : null;
}

/** Whether what was asked for is followed from now on, or why not. */
export function asFollowed(
  data: unknown,
  error: unknown,
  status: number,
): Result<boolean, BackendError> {
  const refused = refusalIn(data) ?? refusalIn(error);
  if (refused !== null) {
    const [message, reason] = [textOf(refused['message']), textOf(refused['reason'])];
    return fail(ownRefusal({ message, reason, status }));
  }
  if (error) return fail(toBackendError(error, status));
  return succeed(fieldsOf(data)?.['is_followed'] === true);
}

/** Without a product everything new. Whether the caller follows from now on; a mere address still has to say so by its mail. */
export async function followProduct(
  productId: string | null,
  { variantId, email }: { readonly variantId: string | null; readonly email: string | null },
  { signal, backend = getBackend() }: CallParts = {},
): Answer<boolean> {
  const sent = (await backend).rpc('follow_product', {
    ...(productId === null ? {} : { p_product: productId }),
    ...(variantId === null ? {} : { p_variant: variantId }),
    ...(email === null ? {} : { p_email: email }),
  });
  const { data, error, status } = await (signal ? sent.abortSignal(signal) : sent);
  return asFollowed(data, error, status);
}

export interface AnsweredFollow extends FollowedGoods {
  readonly isFollowed: boolean;
}

/** By the secret of a mail; null where it has served. */
export async function answerFollow(
  secret: string,
  isWanted: boolean,
  { signal, backend = getBackend() }: CallParts = {},
): Answer<AnsweredFollow | null> {
  const sent = (await backend).rpc('answer_follow', { p_secret: secret, p_is_wanted: isWanted });
  const { data, error, status } = await (signal ? sent.abortSignal(signal) : sent);
  if ((refusalIn(data) ?? refusalIn(error))?.['reason'] === 'unknown_link') return succeed(null);
  if (error) return fail(toBackendError(error, status));
  const fields = fieldsOf(data);
  if (fields?.['found'] !== true) return fail(toBackendError(null, 500));
  return succeed({ ...goodsOf(fields), isFollowed: fields['is_followed'] === true });
}

export const myFollows = (parts: CallParts = {}): Answer<readonly Follow[]> =>
  callFunction('my_follows', {}, (data) => listOf(data, parseFollow), parts);

/** False where it was none of the caller's own. */
export const unfollowProduct = (followId: string, parts: CallParts = {}): Answer<boolean> =>
  callFunction('unfollow_product', { p_follow: followId }, (data) => data === true, parts);
