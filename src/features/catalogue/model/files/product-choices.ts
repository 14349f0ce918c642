/** What a product can be, as its table knows it and as people call it. */
export interface NamedChoice {
  readonly value: string;
  readonly label: string;
}

export const statusChoices: readonly NamedChoice[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
];

export const kindChoices: readonly NamedChoice[] = [
  { value: 'keyboard', label: 'Keyboard' },
  { value: 'product', label: 'Product' },
  { value: 'artisan', label: 'Artisan' },
];

export const categoryChoices: readonly NamedChoice[] = [
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

export const availabilityChoices: readonly NamedChoice[] = [
  { value: 'in_stock', label: 'In stock' },
  { value: 'group_buy', label: 'Group buy' },
  { value: 'preorder', label: 'Preorder' },
  { value: 'list', label: 'Raffle or list' },
  { value: 'archived', label: 'Archived' },
];
