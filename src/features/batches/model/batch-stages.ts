// Generated from the schema by `npm run db:change`: never edited by hand.
export const stageNames = {
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

export const stageTones = {
  interest_check: 'waiting',
  announced: 'waiting',
  open: 'open',
} as const;

export const stageShelves = {
  interest_check: 'upcoming',
  announced: 'upcoming',
  open: 'running',
  closed: 'making',
  moq_failed: 'archive',
  in_production: 'making',
  quality_control: 'making',
  shipping: 'making',
} as const;
