/** Of more than these, a word more finds the right one sooner. */
export const mostSuggested = 12;

/** One more is looked for: it says that there are more. */
export const mostLookedFor = mostSuggested + 1;
