/** How far a batch is, as the database's own tables say it; the clock rule is the one of `private.batch_stage_now`. */
import type { Tone } from '#shared/tone.ts';
import { stageNames, stageShelves, stageTones } from './batch-stages.ts';

export type BatchStage = keyof typeof stageNames;

export function isBatchStage(text: string): text is BatchStage {
  return Object.hasOwn(stageNames, text);
}

/** A stage that this build does not know keeps its code. */
export function stageName(stage: string): string {
  return isBatchStage(stage) ? stageNames[stage] : stage;
}

const toned: { readonly [stage in BatchStage]?: Tone } = stageTones;

export function stageTone(stage: BatchStage): Tone {
  return toned[stage] ?? 'plain';
}

type BatchShelf = (typeof stageShelves)[keyof typeof stageShelves];
const shelved: { readonly [stage in BatchStage]?: BatchShelf } = stageShelves;

/** On which shelf it puts its product: `making` from the end of orders until all left; some on none. */
export function stageShelf(stage: BatchStage): BatchShelf | undefined {
  return shelved[stage];
}

/** Of batches, newest first, the one that a product is sold through. */
export function currentBatch<T extends { readonly stage: BatchStage }>(
  batches: readonly T[],
): T | undefined {
  return batches.find(({ stage }) => stage !== 'archived');
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
