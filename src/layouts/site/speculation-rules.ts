/**
 * Which pages a browser may fetch or draw while a pointer rests on their links, or a finger begins to press.
 * Invariants: a page of islands is fetched and not drawn, for drawn it would act for somebody who never
 * comes; and nothing is done ahead before `data-ahead` says that the page itself is whole and that its
 * visitor has not asked for less.
 */
import { routes } from '#routes.ts';

const { admin, cart, orders, account, colorpicker } = routes;
const ofIslands = [admin.home, cart, orders, account, colorpicker].map((path) => path.slice(1));

/** Only this site's own pages, whose links begin with a slash. */
const linksUnlike = (pattern: string) => ({
  where: {
    and: [
      { selector_matches: '[data-ahead] [href^="/"]:not([download])' },
      { not: { href_matches: pattern } },
    ],
  },
  eagerness: 'moderate',
});

export const speculationRules = JSON.stringify({
  prefetch: [linksUnlike(`/(${admin.home.slice(1)}|${cart.slice(1)})/*`)],
  prerender: [linksUnlike(`/(${ofIslands.join('|')}){/*}?`)],
});
