import { stageChoices } from '#features/batches/model/batch-desk.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';

export const batchFields: readonly RowField[] = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'opens_at', title: 'Opens', kind: 'moment', isOptional: true },
  { name: 'closes_at', title: 'Closes', kind: 'moment', isOptional: true },
  { name: 'eta', title: 'Expected', kind: 'date', isOptional: true },
  { name: 'cancel_until', title: 'Cancel until', kind: 'moment', isOptional: true },
  { name: 'change_options_until', title: 'Change options until', kind: 'moment', isOptional: true },
  { name: 'change_address_until', title: 'Change address until', kind: 'moment', isOptional: true },
  { name: 'note', title: 'Note (Markdown)', kind: 'area', isWide: true },
];

/** Moved by buttons and not typed. */
export const stageField: RowField = {
  name: 'stage',
  title: 'Stage',
  kind: 'choice',
  choices: stageChoices,
};
