import { choicesOf } from '#desk-kit/table/column-text.ts';
import { sampleStages } from '../model/colour-sample.ts';
import type { RowField } from '#desk-kit/ui/RowFields.tsx';

export const sampleChoices = choicesOf(sampleStages);

export const typedFields: readonly RowField[] = [
  { name: 'supplier', title: 'Supplier', kind: 'text' },
  { name: 'note', title: 'Findings', kind: 'area', isWide: true },
];

/** What buttons change, for whoever is told that both pressed one. */
export const movedFields: readonly RowField[] = [
  { name: 'stage', title: 'Stage', kind: 'choice', choices: sampleChoices },
  { name: 'received_on', title: 'Received on', kind: 'date' },
  { name: 'decided_on', title: 'Reviewed on', kind: 'date' },
  { name: 'photo_path', title: 'Photo', kind: 'text' },
];
