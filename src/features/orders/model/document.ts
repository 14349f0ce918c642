/** What an invoice or a credit note says, as it was issued: its PDF and its e-invoice are made of this alone. */
import type { Given } from '#shared/backend/given.ts';

export type ShopDocument = Given<'open_document'>;
export type DocumentLine = ShopDocument['lines'][number];
type Address = ShopDocument['buyer']['address'];
export type DocumentAddress = Omit<Address, 'region'> & Partial<Pick<Address, 'region'>>;
/** Of EN 16931: standard, zero, exempt, within the Union without tax, export. */
export type TaxCategory = ShopDocument['taxes'][number]['category'];

/** What is still to be transferred for it; nothing for a credit note. */
export const documentDue = (
  document: Pick<ShopDocument, 'kind' | 'total_minor' | 'paid_minor'>,
): number =>
  document.kind === 'invoice' ? Math.max(document.total_minor - document.paid_minor, 0) : 0;

/** About paying: a document that is paid says nothing of it. */
export const documentTerms = (
  document: Parameters<typeof documentDue>[0] & Pick<ShopDocument, 'terms'>,
): string => (documentDue(document) === 0 ? '' : document.terms);

export const documentTitle = (kind: string): string =>
  kind === 'invoice' ? 'Invoice' : 'Credit note';
