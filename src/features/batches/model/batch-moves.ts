import { isBatchStage, type BatchStage } from './batch-stage.ts';
import { stageComesBy, stageMoves } from './batch-stage-moves.ts';

/** By hand, or by the clock as well, or by a step of its own: closing, selling extras. */
type Way = (typeof stageComesBy)[BatchStage];

/** None from a stage that this build does not know. @example nextBatchStages('shipping', ['hand']) // ['archived'] */
export function nextBatchStages(from: BatchStage, by: readonly Way[]): readonly BatchStage[] {
  const next: readonly BatchStage[] = isBatchStage(from) ? stageMoves[from] : [];
  return next.filter((stage) => by.includes(stageComesBy[stage]));
}
