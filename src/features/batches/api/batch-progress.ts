import { kitDays, type BatchProgress } from '../model/batch-progress.ts';
import { listOf, numberOf, numberOrNull, textOf, textOrNull } from '#shared/parsed-fields.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export const batchProgress = (
  productId: string,
  parts: CallParts = {},
): Answer<readonly BatchProgress[]> =>
  callFunction(
    'batch_progress',
    { p_product: productId },
    (data) =>
      Array.isArray(data)
        ? listOf(data, (batch) => ({
            id: textOf(batch['id']),
            code: textOf(batch['code']),
            plannedDays: numberOrNull(batch['planned_days']),
            realDays: numberOrNull(batch['real_days']),
            stages: listOf(batch['stages'], ({ stage, days }) => ({
              stage: textOf(stage),
              days: numberOf(days),
            })),
            kits: listOf(batch['kits'], ({ label, moq, ordered, waiting, days }) => ({
              label: textOf(label),
              moq: numberOf(moq),
              ordered: numberOf(ordered),
              waiting: numberOf(waiting),
              ...kitDays(
                listOf(days, ({ day, count }) => ({ day: textOf(day), count: numberOf(count) })),
                numberOf(ordered),
                textOrNull(batch['opened_on']),
              ),
            })),
          }))
        : null,
    parts,
  );
