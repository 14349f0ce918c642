import type { BatchStage } from './batch-stage.ts';

const moves: { readonly [from in BatchStage]: readonly BatchStage[] } = {
  draft: ['interest_check', 'announced'],
  interest_check: ['announced', 'archived'],
  announced: ['open', 'archived'],
  open: ['closed'],
  closed: ['moq_failed', 'in_production'],
  moq_failed: ['archived'],
  in_production: ['quality_control'],
  quality_control: ['in_production', 'shipping'],
  shipping: ['extras', 'archived'],
  extras: ['archived'],
  archived: [],
};

/** @example nextBatchStages('open') // ['closed'] */
export function nextBatchStages(stage: BatchStage): readonly BatchStage[] {
  return moves[stage];
}
