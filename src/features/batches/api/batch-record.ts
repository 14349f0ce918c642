import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import {
  fieldsOf,
  listOf,
  numberOf,
  numberOrNull,
  textOf,
  textOrNull,
  type Fields,
} from '#shared/parsed-fields.ts';
import { parseEta } from '#shared/eta.ts';
import type { BatchMail, BatchPromises, BatchRecord, BatchSums } from '../model/batch-record.ts';

export const batchSums = (
  batches: readonly string[],
  parts: CallParts = {},
): Answer<readonly BatchSums[]> =>
  callFunction(
    'batch_sums',
    { p_batches: [...batches] },
    (data) => (Array.isArray(data) ? listOf(data, parseSums) : null),
    parts,
  );

const parseSums = (row: Fields): BatchSums => ({
  batchId: textOf(row['batch_id']),
  paid: {
    units: numberOf(row['paid_units']),
    orders: numberOf(row['paid_orders']),
    minor: numberOrNull(row['paid_minor']),
  },
  unpaid: {
    units: numberOf(row['unpaid_units']),
    orders: numberOf(row['unpaid_orders']),
    minor: numberOrNull(row['unpaid_minor']),
  },
  settledMinor: numberOrNull(row['settled_minor']),
  dueBackMinor: numberOrNull(row['due_back_minor']),
  currency: textOf(row['currency']) || 'EUR',
});

export const batchRecord = (batchId: string, parts: CallParts = {}): Answer<BatchRecord> =>
  callFunction(
    'batch_record',
    { p_batch: batchId },
    (data) => {
      const record = fieldsOf(data);
      return (
        record && {
          stages: listOf(record['stages'], (row) => ({
            stage: textOf(row['stage']),
            enteredAt: textOf(row['entered_at']),
            promised: parsePromises(fieldsOf(row['promised']) ?? {}),
          })),
          updates: listOf(record['updates'], (row) => ({
            id: textOf(row['id']),
            url: textOf(row['url']),
            title: textOf(row['title']),
            isDraft: row['status'] === 'draft',
            publishAt: textOrNull(row['publish_at']),
            stage: textOrNull(row['stage']),
            etaAfter: textOrNull(row['eta_after']),
          })),
          mails: listOf(record['mails'], parseMail),
        }
      );
    },
    parts,
  );

const parsePromises = (row: Fields): BatchPromises => ({
  opensAt: textOrNull(row['opens_at']),
  closesAt: textOrNull(row['closes_at']),
  cancelUntil: textOrNull(row['cancel_until']),
  changeOptionsUntil: textOrNull(row['change_options_until']),
  changeAddressUntil: textOrNull(row['change_address_until']),
  eta: parseEta(row['eta'], row['eta_precision']),
});

const parseMail = (row: Fields): BatchMail => ({
  kind: textOf(row['kind']),
  sent: numberOf(row['sent']),
  waiting: numberOf(row['waiting']),
  failed: numberOf(row['failed']),
  lastAt: textOf(row['last_at']),
});
