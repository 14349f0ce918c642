/** What the key says, before and after its code is there. */
export const addWords = {
  add: 'Add to cart',
  cannot: 'This choice can’t be ordered just now: the word beside its price says why.',
  broken: 'This could not be loaded. Reload the page to add it.',
} as const;
