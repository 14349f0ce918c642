import { isBatchStage, stageAt, type BatchStage } from '#features/batches/model/batch-stage.ts';
import { textOf, type DeskRow } from '#desk-kit/model/desk-row.ts';

/** What the clock makes of a batch now. */
export function stageOf(batch: DeskRow, now: number): BatchStage {
  const said = textOf(batch, 'stage');
  return stageAt(
    {
      stage: isBatchStage(said) ? said : 'draft',
      opensAt: textOf(batch, 'opens_at') || null,
      closesAt: textOf(batch, 'closes_at') || null,
    },
    now,
  );
}
