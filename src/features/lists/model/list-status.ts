export const listKinds = ['raffle', 'waiting_list', 'interest_check'] as const;
export type ListKind = (typeof listKinds)[number];

export const listStatuses = ['draft', 'open', 'closed', 'frozen', 'drawn', 'finished'] as const;
export type ListStatus = (typeof listStatuses)[number];

export const offerStatuses = ['pending', 'claimed', 'expired', 'revoked'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

const has =
  <Word extends string>(words: readonly Word[]) =>
  (value: unknown): value is Word =>
    typeof value === 'string' && (words as readonly string[]).includes(value);

export const isListKind = has(listKinds);
export const isListStatus = has(listStatuses);
export const isOfferStatus = has(offerStatuses);
