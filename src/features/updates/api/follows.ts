/** Invariant: no answer tells whether an address is known. */
import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import type { Given } from '#shared/backend/given.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import { getBackend } from '#shared/backend/client.ts';
import { ownRefusal, toBackendError, type BackendError } from '#shared/backend/errors.ts';

export type Follow = Given<'my_follows'>[number];
export type AnsweredFollow = Given<'answer_follow'>;

/** What was turned down comes with its words in the body, for nothing may be undone by it. */
interface Refusal {
  readonly message: string;
  readonly reason?: string;
}

/** Whether what was asked for is followed from now on, or why not. */
export function asFollowed({
  data,
  error,
  status,
}: PostgrestSingleResponse<{ is_followed: boolean }>): Result<boolean, BackendError> {
  if (!error) return succeed(data.is_followed);
  const { message, reason }: Refusal = error;
  return fail(
    reason === undefined ? toBackendError(error, status) : ownRefusal({ message, reason, status }),
  );
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
  return asFollowed(await (signal ? sent.abortSignal(signal) : sent));
}

/** By the secret of a mail; null where it has served. */
export async function answerFollow(
  secret: string,
  isWanted: boolean,
  { signal, backend = getBackend() }: CallParts = {},
): Answer<AnsweredFollow | null> {
  const sent = (await backend).rpc('answer_follow', { p_secret: secret, p_is_wanted: isWanted });
  const { data, error, status } = await (signal ? sent.abortSignal(signal) : sent);
  if (!error) return succeed(data);
  const { reason }: Refusal = error;
  return reason === 'unknown_link' ? succeed(null) : fail(toBackendError(error, status));
}

export const myFollows = (parts: CallParts = {}) => callFunction('my_follows', {}, parts);

/** False where it was none of the caller's own. */
export const unfollowProduct = (followId: string, parts: CallParts = {}): Answer<boolean> =>
  callFunction('unfollow_product', { p_follow: followId }, parts);
