/**
 * Invariant: both people confirm, and what the one who is asked sees of it before is what they would
 * take over, not whose address it had.
 */
import type { Address } from '#shared/address.ts';
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export type Transfers = Given<'my_transfers'>;
export type OfferedTransfer = Transfers['offered'][number];
export type ReceivedTransfer = Transfers['received'][number];

export const myTransfers = (parts: CallParts = {}): Answer<Transfers> =>
  callFunction('my_transfers', {}, parts);

/** Without an e-mail the question is taken back. */
export const offerTransfer = (
  orderId: string,
  email: string | null,
  parts: CallParts = {},
): Answer<boolean> =>
  callFunction(
    'offer_transfer',
    { p_order: orderId, ...(email === null ? {} : { p_email: email }) },
    () => true,
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
    (data) => data.number,
    parts,
  );
