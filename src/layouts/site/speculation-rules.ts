/**
 * Which pages a browser may fetch, and of which kinds it may draw them, while a pointer rests on their links
 * or a finger begins to press. Invariants: a page of islands is not drawn, for drawn it would act for
 * somebody who never comes; and nothing is done ahead before `data-ahead` says that the page itself is whole
 * and that its visitor has not asked for less. Every page carries this: it is as short as it can be.
 */
const eagerness = 'moderate';

const fetched = "[data-ahead] [href^='/']:not([download])";
const drawn = "[data-ahead] [href^='/keyboards/'],[data-ahead] [href^='/products/']";

export const speculationRules = JSON.stringify({
  prefetch: [{ where: { selector_matches: fetched }, eagerness }],
  prerender: [{ where: { selector_matches: drawn }, eagerness }],
});
