import type { Given } from '#shared/backend/given.ts';

type Place = Given<'enter_list'>;
export type ListKind = Place['kind'];
export type ListStatus = Place['status'];
export type OfferStatus = Place['offers'][number]['status'];

export const listKinds = [
  'raffle',
  'waiting_list',
  'interest_check',
] as const satisfies readonly ListKind[];
