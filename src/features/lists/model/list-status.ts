import type { Given } from '#shared/backend/given.ts';

type Place = Given<'enter_list'>;
export type ListStatus = Place['status'];
export type OfferStatus = Place['offers'][number]['status'];
