/**
 * An order as its customer sees it: a copy of what was bought, and what has happened to it since.
 */
import type { BatchStage } from '#features/batches/model/batch-stage.ts';
import type { Given, Row } from '#shared/backend/given.ts';
import type { Eta } from '#shared/eta.ts';
import type { Minor } from '#shared/money.ts';
import type { Packing } from '#features/shipping/model/packages.ts';
import type { OrderStatus } from './order-status.ts';
import type { ChosenOption } from '#features/cart/model/quote.ts';

export type OrderAnswer = Extract<Given<'open_order'>, { found: true }>['order'];
export type OrderEvent = OrderAnswer['events'][number];
export type OrderPayment = NonNullable<OrderAnswer['payments']>[number];
export type OrderDocument = NonNullable<OrderAnswer['documents']>[number];

/** What may have to be agreed to after an order was made. */
export type Consent = OrderAnswer['missing_consents'][number];

export interface OrderSummary {
  readonly id: string;
  readonly number: string;
  readonly status: OrderStatus;
  readonly payment: string;
  readonly email: string | null;
  readonly address: Row<'orders'>['address'];
  readonly countryCode: string;
  readonly shippingMethodName: string;
  readonly code: string | null;
  readonly currency: string;
  readonly subtotalMinor: Minor;
  readonly discountMinor: Minor;
  readonly shippingMinor: Minor;
  readonly taxMinor: Minor;
  readonly taxIncludedMinor: Minor;
  readonly totalMinor: Minor;
  readonly capturedMinor: Minor;
  readonly refundedMinor: Minor;
  readonly refundDueMinor: Minor;
  /** What it costs less than its total: dropped goods, a lower price, what was given back. */
  readonly forgoneMinor: Minor;
  readonly placedAt: string;
  readonly payBy: string;
  /** Until when its goods are kept once somebody confirms it; null where nobody has to. */
  readonly keepUntil: string | null;
  readonly paidAt: string | null;
  readonly cancelUntil: string | null;
  readonly changeAddressUntil: string | null;
  /** What its customer is asked about the address; nothing leaves until it is answered. */
  readonly addressQuestion: string | null;
  /** What its customer has to agree to before it can be paid. */
  readonly missingConsents: readonly Consent[];
  readonly version: number;
}

export interface KeptDesign {
  readonly code: string;
  readonly name: string;
  /** As the database keeps it: read by whoever draws it. */
  readonly design: unknown;
}

export interface OrderLine {
  readonly id: string;
  readonly shipmentId: string | null;
  /** Null where a guest reads it. */
  readonly productId: string | null;
  readonly variantId: string | null;
  readonly batchId: string | null;
  readonly designId: string | null;
  /** As it was when it was ordered; null where it has none, or none that the reader is shown. */
  readonly keptDesign: KeptDesign | null;
  readonly quantity: number;
  readonly refundedQuantity: number;
  readonly soldAs: string;
  readonly title: string;
  readonly variantTitle: string;
  /** As they were told when it was ordered; empty for first quality. */
  readonly flaws: string;
  readonly url: string;
  readonly kind: string;
  readonly picture: string | null;
  readonly options: readonly ChosenOption[];
  readonly unitPriceMinor: Minor;
  readonly totalMinor: Minor;
  readonly discountMinor: Minor;
  readonly taxMinor: Minor;
  readonly taxRateBasisPoints: number;
  readonly taxName: string;
  readonly batchStage: BatchStage | null;
  /** When its batch is expected to leave, as it plans now. */
  readonly eta: Eta | null;
  /** Until when its customer may change the choices; null where its batch sets no date. */
  readonly changeOptionsUntil: string | null;
}

export interface OrderShipment {
  readonly id: string;
  readonly position: number;
  readonly status: string;
  /** As it was planned when it was ordered; null where it leaves at once. */
  readonly eta: Eta | null;
  readonly weightGrams: number;
  /** As it left; null where nobody said. */
  readonly packing: Packing | null;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string;
  readonly shippedAt: string | null;
  readonly deliveredAt: string | null;
}

/** As which company it was ordered. */
export interface OrderCompany {
  readonly name: string;
  readonly vatNumber: string;
  readonly purchaseNumber: string;
  /** Whose the VAT number is, as the EU's register said; null where no VAT was taken off for it. */
  readonly vatHolder: string | null;
  /** Null where it is the address of delivery. */
  readonly billing: Row<'orders'>['address'];
}

/** The last part that an order sent together waits for, as it is planned now. */
export interface PartWaitedFor {
  readonly title: string;
  /** Null where nobody knows yet. */
  readonly eta: Eta | null;
}

export interface Order extends OrderSummary {
  readonly lines: readonly OrderLine[];
  readonly shipments: readonly OrderShipment[];
  readonly events: readonly OrderEvent[];
  readonly payments: readonly OrderPayment[];
  /** Oldest first; those that its reader may open. */
  readonly documents: readonly OrderDocument[];
  /** Null for a person, and for whoever may not see it. */
  readonly company: OrderCompany | null;
  /** For whoever gets it; empty for a gift without a word, null where it is none or may not be seen. */
  readonly giftNote: string | null;
  /** Whether all of it leaves in one parcel, as its buyer wants. */
  readonly shipsTogether: boolean;
  /** Null where nothing waits for another part. */
  readonly waitsFor: PartWaitedFor | null;
}
