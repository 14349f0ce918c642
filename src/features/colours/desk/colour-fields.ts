import type { RowField } from '#desk-kit/ui/RowFields.tsx';
import type { PaletteRow } from '../store/desk-colorways.ts';
import { families, finishes, sales, stages, stems } from './colour-choices.ts';

const shared: readonly RowField[] = [
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'code', title: 'Code', kind: 'text', hint: 'Used in designs and links.' },
  { name: 'colour', title: 'Screen colour', kind: 'colour' },
  { name: 'colour_family', title: 'Family', kind: 'choice', choices: families },
  { name: 'finish', title: 'Finish', kind: 'choice', choices: finishes },
  { name: 'status', title: 'Stage', kind: 'choice', choices: stages },
  {
    name: 'position',
    title: 'Position',
    kind: 'number',
    hint: 'Change it in the Display order tab.',
  },
  { name: 'can_be_ordered', title: 'Can be ordered', kind: 'check' },
  { name: 'note', title: 'Note', kind: 'area', isWide: true },
];

/** In which book, and under which number there. */
export function paletteColourFields(palettes: readonly PaletteRow[]): readonly RowField[] {
  const choices = palettes.map(({ id, values }) => ({ value: id, label: values.title }));
  return [
    { name: 'palette_id', title: 'Palette', kind: 'choice', choices },
    { name: 'physical_code', title: 'Supplier code', kind: 'text' },
    ...shared,
  ];
}

export const editionFields: readonly RowField[] = [
  ...shared,
  { name: 'sale', title: 'How it is sold', kind: 'choice', choices: sales },
  { name: 'edition_size', title: 'Edition', kind: 'number' },
  { name: 'commissioned', title: 'Made to order', kind: 'number' },
  { name: 'given_away', title: 'Given away', kind: 'number' },
  { name: 'stem', title: 'Stem', kind: 'choice', choices: stems },
  { name: 'released_on', title: 'Came out on', kind: 'date', isOptional: true },
  { name: 'credit', title: 'Credit', kind: 'text' },
];
