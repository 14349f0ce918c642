/** The stages in the order of the enum. A file of its own, since pages that only name a stage need no order. */
import type { BatchStage } from './batch-stage.ts';
import { stageNames } from './batch-stages.ts';

export const batchStages = Object.keys(stageNames) as readonly BatchStage[];

/** @example stageProgress('open', 'closed') // 'ahead' */
export function stageProgress(current: BatchStage, stage: BatchStage): 'done' | 'now' | 'ahead' {
  const difference = batchStages.indexOf(stage) - batchStages.indexOf(current);
  if (difference === 0) return 'now';
  return difference < 0 ? 'done' : 'ahead';
}
