/** In the order in which the foot of the pages names them; only the terms are accepted by an order. */
export const legalDocuments = [
  'terms',
  'privacy',
  'withdrawal',
  'imprint',
  'accessibility',
] as const;
export type LegalDocument = (typeof legalDocuments)[number];
