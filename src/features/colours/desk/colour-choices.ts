import { choicesOf } from '#desk-kit/table/column-text.ts';

/** What a colour can be, as it is offered in fields, filters and actions on many. */
export const families = choicesOf([
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'pink',
  'brown',
  'neutral',
  'multi',
]);
export const finishes = choicesOf([
  'matt',
  'satin',
  'gloss',
  'translucent',
  'metallic',
  'glow',
  'marbled',
]);
/** The stages of a sample: planned, being sampled, to be had, gone. */
export const stages = choicesOf(['planned', 'sampling', 'current', 'archived']);
/** How an edition finds its owners. */
export const sales = choicesOf(['raffle', 'list', 'first_come', 'commission', 'archive']);
export const stems = [{ value: 'mx', label: 'MX' }, ...choicesOf(['topre', 'alps', 'choc'])];
