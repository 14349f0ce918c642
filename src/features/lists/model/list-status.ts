import type { Answer } from '#shared/backend/answer.ts';

type Place = Answer<'enter_list'>;
export type ListKind = Place['kind'];
export type ListStatus = Place['status'];
export type OfferStatus = Place['offers'][number]['status'];

export const listKinds = [
  'raffle',
  'waiting_list',
  'interest_check',
] as const satisfies readonly ListKind[];
