// Generated from the schema by `npm run db:change`: never edited by hand.
export const stageComesBy = {
  draft: 'hand',
  interest_check: 'hand',
  announced: 'hand',
  open: 'clock',
  closed: 'step',
  moq_failed: 'step',
  in_production: 'hand',
  quality_control: 'hand',
  shipping: 'hand',
  extras: 'step',
  archived: 'hand',
} as const;

export const stageMoves = {
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
} as const;
