import { isOrderStatus, type OrderStatus } from '#features/orders/model/order-status.ts';
import { returnStatuses, type ReturnStatus } from '#features/orders/model/returns.ts';
import {
  fieldsOf,
  listOf,
  minorOf,
  numberOf,
  oneOf,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import type { Minor } from '#shared/money.ts';

export interface CustomerOrder {
  readonly id: string;
  readonly number: string;
  readonly status: OrderStatus;
  readonly placedAt: string;
  readonly currency: string;
  readonly totalMinor: Minor;
  readonly dueMinor: Minor;
  readonly refundDueMinor: Minor;
  /** Placed with the address and without the account. */
  readonly isGuest: boolean;
}

export interface CustomerReturn {
  readonly id: string;
  readonly number: string;
  readonly kind: string;
  readonly status: ReturnStatus;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly askedAt: string;
}

export interface CustomerOffer {
  readonly id: string;
  readonly status: string;
  readonly offeredAt: string;
  readonly expiresAt: string;
  /** The order that it became; null where none did. */
  readonly number: string | null;
}

export interface CustomerEntry {
  readonly id: string;
  readonly list: string;
  readonly kind: string;
  readonly enteredAt: string;
  readonly withdrawnAt: string | null;
  readonly offers: readonly CustomerOffer[];
}

export interface CustomerDesign {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly visibility: string;
  readonly updatedAt: string;
}

export interface CustomerNote {
  readonly id: string;
  readonly text: string;
  readonly at: string;
  /** The order that it was written at; null where it is about the person. */
  readonly number: string | null;
  readonly author: string;
}

export interface CustomerMail {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly number: string;
  readonly at: string;
  readonly sentAt: string | null;
  readonly givenUpAt: string | null;
}

export interface CustomerFollow {
  readonly id: string;
  readonly product: string;
  readonly about: string;
  readonly confirmedAt: string | null;
  readonly endedAt: string | null;
}

export interface CustomerBan {
  /** Null is for good. */
  readonly until: string | null;
  readonly note: string;
  readonly since: string;
}

export interface Customer {
  readonly id: string;
  readonly kind: 'account' | 'guest';
  readonly name: string;
  readonly email: string;
  readonly isMasked: boolean;
  readonly isProven: boolean;
  readonly isStaff: boolean;
  readonly since: string;
  readonly orderCount: number;
  readonly otherOrders: number;
  readonly spentMinor: Minor;
  readonly dueMinor: Minor;
  readonly currency: string;
  readonly deletionDueAt: string | null;
  readonly ban: CustomerBan | null;
  readonly orders: readonly CustomerOrder[];
  readonly returns: readonly CustomerReturn[];
  readonly entries: readonly CustomerEntry[];
  readonly designs: readonly CustomerDesign[];
  readonly notes: readonly CustomerNote[];
  readonly mails: readonly CustomerMail[];
  readonly declinedTopics: readonly string[];
  readonly follows: readonly CustomerFollow[];
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

function parseOrder(fields: Fields): CustomerOrder | null {
  const status = textOf(fields['status']);
  if (!isOrderStatus(status)) return null;
  return {
    id: textOf(fields['id']),
    number: textOf(fields['number']),
    status,
    placedAt: textOf(fields['placed_at']),
    currency: textOf(fields['currency']),
    totalMinor: minorOf(fields['total_minor']),
    dueMinor: minorOf(fields['due_minor']),
    refundDueMinor: minorOf(fields['refund_due_minor']),
    isGuest: fields['is_guest'] === true,
  };
}

function parseReturn(fields: Fields): CustomerReturn | null {
  const status = oneOf(fields['status'], returnStatuses);
  if (status === null) return null;
  return {
    id: textOf(fields['id']),
    number: textOf(fields['number']),
    kind: textOf(fields['kind']),
    status,
    amountMinor: minorOf(fields['amount_minor']),
    currency: textOf(fields['currency']),
    askedAt: textOf(fields['asked_at']),
  };
}

const parseOffer = (fields: Fields): CustomerOffer => ({
  id: textOf(fields['id']),
  status: textOf(fields['status']),
  offeredAt: textOf(fields['offered_at']),
  expiresAt: textOf(fields['expires_at']),
  number: textOrNull(fields['number']),
});

const parseEntry = (fields: Fields): CustomerEntry => ({
  id: textOf(fields['id']),
  list: textOf(fields['list']),
  kind: textOf(fields['kind']),
  enteredAt: textOf(fields['entered_at']),
  withdrawnAt: textOrNull(fields['withdrawn_at']),
  offers: listOf(fields['offers'], parseOffer),
});

const parseDesign = (fields: Fields): CustomerDesign => ({
  id: textOf(fields['id']),
  code: textOf(fields['code']),
  name: textOf(fields['name']),
  visibility: textOf(fields['visibility']),
  updatedAt: textOf(fields['updated_at']),
});

const authorOf = (fields: Fields): string =>
  fields['is_own'] === true
    ? 'you'
    : (textOrNull(fields['email']) ?? textOrNull(fields['role']) ?? 'former staff');

const parseNote = (fields: Fields): CustomerNote => ({
  id: textOf(fields['id']),
  text: textOf(fields['text']),
  at: textOf(fields['at']),
  number: textOrNull(fields['number']),
  author: authorOf(fields),
});

const parseMail = (fields: Fields): CustomerMail => ({
  id: textOf(fields['id']),
  kind: textOf(fields['kind']),
  // Its own words are filled in by the mail; whose name it is, the card says.
  subject: textOf(fields['subject'])
    .replaceAll('{number}', textOf(fields['number']))
    .replaceAll(/\{(?:name|total)\}/g, '…'),
  number: textOf(fields['number']),
  at: textOf(fields['at']),
  sentAt: textOrNull(fields['sent_at']),
  givenUpAt: textOrNull(fields['given_up_at']),
});

const parseFollow = (fields: Fields): CustomerFollow => ({
  id: textOf(fields['id']),
  product: textOrNull(fields['product']) ?? 'Everything new',
  about: textOf(fields['about']),
  confirmedAt: textOrNull(fields['confirmed_at']),
  endedAt: textOrNull(fields['ended_at']),
});

function parseBan(value: unknown): CustomerBan | null {
  const fields = fieldsOf(value);
  return (
    fields && {
      until: textOrNull(fields['until']),
      note: textOf(fields['note']),
      since: textOf(fields['since']),
    }
  );
}

export function parseCustomer(data: unknown): Customer | null {
  const fields = fieldsOf(data);
  if (fields === null || textOf(fields['id']) === '') return null;
  return {
    id: textOf(fields['id']),
    kind: oneOf(fields['kind'], ['account', 'guest']) ?? 'guest',
    name: textOf(fields['name']),
    email: textOf(fields['email']),
    isMasked: fields['is_masked'] === true,
    isProven: fields['is_proven'] === true,
    isStaff: fields['is_staff'] === true,
    since: textOf(fields['since']),
    orderCount: numberOf(fields['order_count']),
    otherOrders: numberOf(fields['other_orders']),
    spentMinor: minorOf(fields['spent_minor']),
    dueMinor: minorOf(fields['due_minor']),
    currency: textOf(fields['currency']),
    deletionDueAt: textOrNull(fields['deletion_due_at']),
    ban: parseBan(fields['ban']),
    orders: listOf(fields['orders'], parseOrder),
    returns: listOf(fields['returns'], parseReturn),
    entries: listOf(fields['entries'], parseEntry),
    designs: listOf(fields['designs'], parseDesign),
    notes: listOf(fields['notes'], parseNote),
    mails: listOf(fields['mails'], parseMail),
    declinedTopics: textsOf(fields['declined_topics']),
    follows: listOf(fields['follows'], parseFollow),
  };
}

/** @example mailName('order_placed') // 'Order placed' */
export const mailName = (kind: string): string =>
  kind.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** @example mailState(mail) // 'sent' */
export const mailState = ({ sentAt, givenUpAt }: CustomerMail): 'sent' | 'failed' | 'waiting' => {
  if (sentAt !== null) return 'sent';
  return givenUpAt === null ? 'waiting' : 'failed';
};

const topics: Readonly<Record<string, string>> = {
  batch_updates: 'news about their orders',
  order_stages: 'order stages',
  list_receipts: 'raffle and list confirmations',
  group_buys: 'group buys they voted for',
};

/** @example topicWords('order_stages') // 'order stages' */
export const topicWords = (topic: string): string => topics[topic] ?? topic.replaceAll('_', ' ');
