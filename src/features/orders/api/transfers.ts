/**
 * Invariant: both people confirm, and what the one who is asked sees of it before is what they would
 * take over, not whose address it had.
 */
import type { Address } from '#shared/address.ts';
import type { Minor } from '#shared/money.ts';
import { fieldsOf, listOf, minorOf, numberOf, textOf, type Fields } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export interface OfferedTransfer {
  readonly orderId: string;
  readonly email: string;
  readonly expiresAt: string;
}

export interface ReceivedTransfer {
  readonly id: string;
  readonly number: string;
  readonly from: string;
  readonly expiresAt: string;
  readonly countryCode: string;
  readonly currency: string;
  readonly totalMinor: Minor;
  readonly lines: readonly { readonly id: string; readonly words: string }[];
}

export interface Transfers {
  readonly offered: readonly OfferedTransfer[];
  readonly received: readonly ReceivedTransfer[];
}

function lineWords(line: Fields): string {
  const quantity = numberOf(line['quantity']);
  const named = [textOf(line['title']), textOf(line['variant_title'])].filter(Boolean).join(', ');
  return quantity > 1 ? `${quantity} × ${named}` : named;
}

function parseReceived(fields: Fields): ReceivedTransfer {
  return {
    id: textOf(fields['id']),
    number: textOf(fields['number']),
    from: textOf(fields['from']),
    expiresAt: textOf(fields['expires_at']),
    countryCode: textOf(fields['country_code']),
    currency: textOf(fields['currency']),
    totalMinor: minorOf(fields['total_minor']),
    lines: listOf(fields['lines'], (line) => ({ id: textOf(line['id']), words: lineWords(line) })),
  };
}

const parseOffered = (fields: Fields): OfferedTransfer => ({
  orderId: textOf(fields['order_id']),
  email: textOf(fields['email']),
  expiresAt: textOf(fields['expires_at']),
});

export const myTransfers = (parts: CallParts = {}): Answer<Transfers> =>
  callFunction(
    'my_transfers',
    {},
    (data) => ({
      offered: listOf(fieldsOf(data)?.['offered'], parseOffered),
      received: listOf(fieldsOf(data)?.['received'], parseReceived),
    }),
    parts,
  );

/** Without an e-mail the question is taken back. */
export const offerTransfer = (
  orderId: string,
  email: string | null,
  parts: CallParts = {},
): Answer<boolean> =>
  callFunction(
    'offer_transfer',
    { p_order: orderId, ...(email === null ? {} : { p_email: email }) },
    (data) => fieldsOf(data) !== null,
    parts,
  );

/** With the address where it goes from now on, or null to turn it down. */
export const answerTransfer = (
  transferId: string,
  address: Address | null,
  parts: CallParts = {},
): Answer<string> =>
  callFunction(
    'answer_transfer',
    {
      p_transfer: transferId,
      p_accepts: address !== null,
      ...(address === null ? {} : { p_address: { ...address } }),
    },
    (data) => textOf(fieldsOf(data)?.['number']),
    parts,
  );
