import type { Choice } from '#desk-kit/table/table-model.ts';

export const statusChoices: readonly Choice[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
];

export const kindChoices: readonly Choice[] = [
  { value: 'keyboard', label: 'Keyboard' },
  { value: 'product', label: 'Product' },
  { value: 'artisan', label: 'Artisan' },
];

export const categoryChoices: readonly Choice[] = [
  { value: 'keyboard', label: 'Keyboard' },
  { value: 'keycap_set', label: 'Keycap set' },
  { value: 'switches', label: 'Switches' },
  { value: 'stabilisers', label: 'Stabilisers' },
  { value: 'cable', label: 'Cable' },
  { value: 'desk_mat', label: 'Desk mat' },
  { value: 'part', label: 'Part' },
  { value: 'tool', label: 'Tool' },
  { value: 'sculpt', label: 'Sculpt' },
];

export function labelOf(choices: readonly Choice[], value: string): string {
  return choices.find((choice) => choice.value === value)?.label ?? value;
}
