/** What a colour can be, as it is offered in fields, filters and actions on many. */
const choices = (values: readonly string[]) =>
  values.map((value) => ({
    value,
    label: value.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase()),
  }));

export const families = choices([
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
export const finishes = choices([
  'matt',
  'satin',
  'gloss',
  'translucent',
  'metallic',
  'glow',
  'marbled',
]);
/** The stages of a sample: planned, being sampled, to be had, gone. */
export const stages = choices(['planned', 'sampling', 'current', 'archived']);
/** How an edition finds its owners. */
export const sales = choices(['raffle', 'list', 'first_come', 'commission', 'archive']);
export const stems = [{ value: 'mx', label: 'MX' }, ...choices(['topre', 'alps', 'choc'])];
