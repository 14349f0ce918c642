/** The clock rule is the one of `private.batch_stage_now`. */
const names = {
  draft: 'Draft',
  interest_check: 'Interest check',
  announced: 'Announced',
  open: 'Group buy open',
  closed: 'Group buy closed',
  moq_failed: 'Minimum missed',
  in_production: 'In production',
  quality_control: 'Quality control',
  shipping: 'Shipping',
  extras: 'Extras',
  archived: 'Archive',
} as const;

export type BatchStage = keyof typeof names;

export function isBatchStage(text: string): text is BatchStage {
  return Object.hasOwn(names, text);
}

export const batchStages = Object.keys(names).filter(isBatchStage);

export function stageName(stage: BatchStage): string {
  return names[stage];
}

export type BatchWindow = {
  readonly stage: BatchStage;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
};

/** A window opens and closes by the clock, whether or not someone pressed a button. */
export function stageAt(batch: BatchWindow, now: number): BatchStage {
  if (batch.stage !== 'announced' && batch.stage !== 'open') return batch.stage;
  if (batch.closesAt !== null && now >= Date.parse(batch.closesAt)) return 'closed';
  if (batch.opensAt !== null && now >= Date.parse(batch.opensAt)) return 'open';
  return 'announced';
}

/** The road that a visitor sees; a missed minimum is a side street, a draft is not shown. */
export const stageRoad = [
  'interest_check',
  'announced',
  'open',
  'closed',
  'in_production',
  'quality_control',
  'shipping',
  'extras',
] as const satisfies readonly BatchStage[];

/** @example stageProgress('open', 'closed') // 'ahead' */
export function stageProgress(current: BatchStage, stage: BatchStage): 'done' | 'now' | 'ahead' {
  const difference = batchStages.indexOf(stage) - batchStages.indexOf(current);
  if (difference === 0) return 'now';
  return difference < 0 ? 'done' : 'ahead';
}
