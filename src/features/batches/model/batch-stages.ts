export const batchStages = [
  'draft',
  'interest_check',
  'announced',
  'open',
  'closed',
  'moq_failed',
  'in_production',
  'quality_control',
  'shipping',
  'extras',
  'archived',
] as const;
export type BatchStage = (typeof batchStages)[number];

export function isBatchStage(text: string): text is BatchStage {
  return batchStages.some((stage) => stage === text);
}
