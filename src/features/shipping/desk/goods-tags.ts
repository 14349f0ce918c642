import type { Choice } from '#desk-kit/table/table-model.ts';

/** Kinds of goods that a carrier or a country may refuse. */
export const goodsTags: readonly Choice[] = [
  { value: 'battery', label: 'Batteries' },
  { value: 'liquid', label: 'Liquids' },
  { value: 'magnet', label: 'Magnets' },
  { value: 'wood', label: 'Wood' },
];
