/** Every answer comes as what to say; what was typed stays where it was typed. */
import {
  answerFollow,
  followProduct,
  myFollows,
  unfollowProduct,
  type AnsweredFollow,
  type Follow,
} from '../api/follows.ts';
import { parseEmail } from '#shared/contact-address.ts';
import { settle } from '#features/account/store/account.ts';
import { toAuthFailure, type AuthFailure } from '#features/account/store/auth-failure.ts';
import { createResource } from '#features/account/store/resource.ts';

export type { AnsweredFollow, Follow };

export const ownFollows = createResource(() => myFollows());

export type Asked =
  | { readonly status: 'followed' }
  /** A mail is on its way to this address. */
  | { readonly status: 'asked'; readonly email: string }
  | { readonly status: 'refused'; readonly words: string };

const wordsOf = ({ title, help }: AuthFailure) => [title, ...help].join(' ');

/** With an address, or null for whoever is signed in. */
export async function askToFollow(
  productId: string | null,
  variantId: string | null,
  typed: string | null,
): Promise<Asked> {
  const email = typed === null ? null : parseEmail(typed);
  if (email !== null && !email.ok) return { status: 'refused', words: email.error };
  const address = email === null ? null : email.value.value;
  const answer = await followProduct(productId, { variantId, email: address });
  if (!answer.ok) {
    const failure = toAuthFailure(answer.error);
    const saysItself = ['refused', 'not_found', 'limited'].includes(failure.kind);
    return { status: 'refused', words: saysItself ? failure.title : wordsOf(failure) };
  }
  if (!answer.value) return { status: 'asked', email: address ?? '' };
  await ownFollows.reload();
  return { status: 'followed' };
}

export async function endFollow(followId: string): Promise<AuthFailure | null> {
  const ended = await unfollowProduct(followId);
  if (ended.ok) await ownFollows.reload();
  return settle(ended);
}

/** The answer to a mail's link: null where it has served, words where the shop could not be asked. */
export async function answerByMail(
  secret: string,
  isWanted: boolean,
): Promise<AnsweredFollow | string | null> {
  const answer = await answerFollow(secret, isWanted);
  return answer.ok ? answer.value : wordsOf(toAuthFailure(answer.error));
}

/** Everything new, asked for with the account or without it, ends as one. */
export async function setFollowsDrops(
  follows: readonly Follow[],
  isWanted: boolean,
): Promise<AuthFailure | null> {
  if (isWanted) {
    const answer = await followProduct(null, { variantId: null, email: null });
    if (answer.ok) await ownFollows.reload();
    return settle(answer);
  }
  for (const { id, about } of follows) {
    const failure = about === 'drops' ? await endFollow(id) : null;
    if (failure !== null) return failure;
  }
  return null;
}
