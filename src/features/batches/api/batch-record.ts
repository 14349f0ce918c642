import { callFunction, type CallParts } from '#shared/backend/call-function.ts';

export const batchSums = (batches: readonly string[], parts: CallParts = {}) =>
  callFunction('batch_sums', { p_batches: [...batches] }, parts);

export const batchRecord = (batchId: string, parts: CallParts = {}) =>
  callFunction('batch_record', { p_batch: batchId }, parts);
