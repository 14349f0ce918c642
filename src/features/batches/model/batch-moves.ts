import type { BatchStage } from './batch-stage.ts';
import { comesBy, moves } from './batch-stage-moves.ts';

/** By hand, or by the clock as well, or by a step of its own: closing, selling extras. */
type Way = (typeof comesBy)[BatchStage];

/** @example nextBatchStages('shipping', ['hand']) // ['archived'] */
export function nextBatchStages(from: BatchStage, by: readonly Way[]): readonly BatchStage[] {
  const next: readonly BatchStage[] = moves[from];
  return next.filter((stage) => by.includes(comesBy[stage]));
}
