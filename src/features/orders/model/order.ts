/**
 * An order as its reader sees it: a copy of what was bought, and what has happened to it since. What is
 * nothing of theirs is missing: a guest's has no name and no documents.
 */
import type { Given, Row } from '#shared/backend/given.ts';

export type Order = Extract<Given<'open_order'>, { found: true }>['order'];
export type OrderLine = Order['lines'][number];
export type OrderShipment = Order['shipments'][number];
export type OrderEvent = Order['events'][number];
export type OrderPayment = NonNullable<Order['payments']>[number];
export type OrderDocument = NonNullable<Order['documents']>[number];
/** As which company it was ordered. */
export type OrderCompany = NonNullable<Order['company']>;

/** What may have to be agreed to after an order was made. */
export type Consent = Order['missing_consents'][number];

/** What a list of one's own orders is made of. */
export type OrderSummary = Pick<
  Row<'orders'>,
  | (keyof Row<'orders'> & keyof Given<'find_order'>['order'])
  | 'address_question'
  | 'change_address_until'
>;
