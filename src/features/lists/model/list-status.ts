import type { Database } from '#shared/backend/database.types.ts';

type Words = Database['public']['Enums'];
export type ListKind = Words['list_kind'];
export type ListStatus = Words['list_status'];
export type OfferStatus = Words['offer_status'];

export const listKinds = [
  'raffle',
  'waiting_list',
  'interest_check',
] as const satisfies readonly ListKind[];
