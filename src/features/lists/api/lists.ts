/** Invariant: who else is on a list is nowhere in what comes back. */
import {
  callFunction as call,
  type Answer,
  type CallParts,
} from '#shared/backend/call-function.ts';
import type { Given } from '#shared/backend/given.ts';

export type ListOffer = Given<'decline_offer'>;
export type ListPlace = Given<'enter_list'>;
export type ListPlaces = Given<'my_list_places'>;

export interface Wishes {
  readonly listId: string;
  /** Ids of the list's choices in order of wish. */
  readonly choices: readonly string[];
  readonly maxWins: number;
  /** Said with a vote in an interest check; undefined keeps what was said. */
  readonly comment?: string | undefined;
  /** Answers to the questions of its product, as ids of their values; undefined keeps them. */
  readonly answers?: readonly string[] | undefined;
}

export const enterList = (wishes: Wishes, parts: CallParts = {}): Answer<ListPlace> =>
  call(
    'enter_list',
    {
      p_list: wishes.listId,
      p_choices: [...wishes.choices],
      p_max_wins: wishes.maxWins,
      ...(wishes.comment === undefined ? {} : { p_comment: wishes.comment }),
      ...(wishes.answers === undefined ? {} : { p_answers: [...wishes.answers] }),
    },
    parts,
  );

export const leaveList = (listId: string, parts: CallParts = {}): Answer<ListPlace> =>
  call('leave_list', { p_list: listId }, parts);

export const myListPlaces = (parts: CallParts = {}): Answer<ListPlaces> =>
  call('my_list_places', {}, parts);

/** Gives the line for the cart. */
export const acceptOffer = (offerId: string, parts: CallParts = {}) =>
  call('accept_offer', { p_offer: offerId }, ({ line }) => line, parts);

const done = () => true as const;

export const declineOffer = (offerId: string, parts: CallParts = {}): Answer<true> =>
  call('decline_offer', { p_offer: offerId }, done, parts);

/** As it was in the version that was read. */
export const openList = (
  listId: string,
  version: number | null,
  parts: CallParts = {},
): Answer<true> =>
  call(
    'open_list',
    { p_list: listId, ...(version === null ? {} : { p_version: version }) },
    done,
    parts,
  );

export const freezeList = (listId: string, parts: CallParts = {}): Answer<true> =>
  call('freeze_list', { p_list: listId }, done, parts);

export interface BeaconRound {
  readonly round: number;
  readonly randomness: string;
  readonly signature: string;
}

export const drawList = (
  listId: string,
  { round, randomness, signature }: BeaconRound,
  parts: CallParts = {},
): Answer<true> =>
  call(
    'draw_list',
    { p_list: listId, p_round: round, p_randomness: randomness, p_signature: signature },
    done,
    parts,
  );

export interface WantedOffers {
  readonly count: number;
  /** Null: as long as the list says. */
  readonly hours: number | null;
  /** The list's newest round as it was seen: a colleague who was faster is noticed. */
  readonly round: number;
}

export const offerNext = (
  listId: string,
  { count, hours, round }: WantedOffers,
  parts: CallParts = {},
): Answer<true> =>
  call(
    'offer_next',
    {
      p_list: listId,
      p_count: count,
      p_round: round,
      ...(hours === null ? {} : { p_window: `${hours} hours` }),
    },
    done,
    parts,
  );

/** Takes back what holds until the moment that was seen. */
export const revokeOffer = (
  offerId: string,
  { expiresAt, reason }: { readonly expiresAt: string; readonly reason: string },
  parts: CallParts = {},
): Answer<true> =>
  call(
    'revoke_offer',
    { p_offer: offerId, p_reason: reason, p_expires_at: expiresAt },
    done,
    parts,
  );

export const extendOffer = (
  offerId: string,
  { until, reason }: { readonly until: string; readonly reason: string },
  parts: CallParts = {},
): Answer<true> =>
  call('extend_offer', { p_offer: offerId, p_until: until, p_reason: reason }, done, parts);

export const reinstateEntry = (
  entryId: string,
  reason: string,
  parts: CallParts = {},
): Answer<true> => call('reinstate_entry', { p_entry: entryId, p_reason: reason }, done, parts);

export const finishList = (listId: string, parts: CallParts = {}): Answer<true> =>
  call('finish_list', { p_list: listId }, done, parts);
