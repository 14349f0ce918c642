/**
 * The only list of styles that a page's first picture does not need: dialogs and cards that scripts draw
 * or unhide, and what stands below the first screen, which is hidden (`data-below`) until its styles are
 * there. A build marks their rules, and `split-styles.ts` takes what is marked out of the page.
 * Invariant: a page that is read without script looks the same, as it asks for the late sheet by itself.
 */
import type { Plugin } from 'vite';
import { lateMark } from './split-styles.ts';

const drawnByScript =
  /src\/(?:styles\/ui\/(?:dialog|field|goods-line|skeleton|stepper)|components\/(?:search\/search|lost\/newer-page)|islands\/(?:auth\/auth|cart\/drawer|lists\/lists))\.module\.css$/;
const unhiddenByScript =
  /src\/(?:components\/(?:ConsentBanner|NotLoadedNotice|product\/StickyBar)|layouts\/NewerBuildNotice)\.astro\?.*type=style|components\/site\/SiteHeader\.astro\?.*type=style&index=1/;
const belowEverything = /src\/components\/site\/Site(?:Footer|Menu)\.astro\?.*type=style/;
/** Only there: elsewhere some of them stand on the first screen. A component's second sheet is its lower part. */
const belowProducts =
  /src\/(?:styles\/ui\/(?:stage|meter|notice|money)\.module\.css|components\/(?:product\/(?:BatchSection|RelatedProducts)|follow\/Follow(?:It|Form))\.astro\?.*type=style|components\/(?:artisan\/ListState|product\/(?:ProductPage|Gallery|Configurator|BuyBox|ShippingEstimate))\.astro\?.*type=style&index=1)/;

/** The same of the home page: news of the workshop stand under all its shelves. */
const belowHome = /src\/components\/(?:home\/HomePage|update\/UpdateCard)\.astro\?.*type=style/;

function whereLate(id: string): string | null {
  if ([drawnByScript, unhiddenByScript, belowEverything].some((list) => list.test(id)))
    return 'yes';
  if (belowProducts.test(id)) return 'product';
  return belowHome.test(id) ? 'home' : null;
}

export function lateStyles(): Plugin {
  return {
    name: 'keywright:late-styles',
    enforce: 'pre',
    apply: 'build',
    transform(css, id) {
      const where = whereLate(id);
      if (where === null) return null;
      return { code: `@supports ${lateMark(where)} {\n${css}\n}`, map: null };
    },
  };
}
