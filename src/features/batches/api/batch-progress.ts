import { kitDays, type BatchProgress } from '../model/batch-progress.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const batchProgress = (
  productId: string,
  parts: CallParts = {},
): Answer<readonly BatchProgress[]> =>
  callFunction(
    'batch_progress',
    { p_product: productId },
    (batches) =>
      batches.map((batch) => ({
        ...batch,
        kits: batch.kits.map((kit) => ({
          ...kit,
          ...kitDays(kit.days, kit.ordered, batch.opened_on),
        })),
      })),
    parts,
  );
