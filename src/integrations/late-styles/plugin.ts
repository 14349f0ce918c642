/**
 * The only list of styles that nothing needs before the page's scripts: dialogs and cards that scripts
 * draw or unhide. A build marks their rules, and `split-styles.ts` takes what is marked out of the page.
 * Invariant: a page that is read without script looks the same.
 */
import type { Plugin } from 'vite';
import { lateMark } from './split-styles.ts';

const drawnByScript =
  /src\/(?:styles\/ui\/(?:dialog|goods-line|skeleton|stepper)|components\/(?:search\/search|lost\/newer-page)|islands\/(?:auth\/auth|cart\/drawer|lists\/lists))\.module\.css$/;
const unhiddenByScript =
  /src\/(?:components\/(?:ConsentBanner|product\/StickyBar)|layouts\/NewerBuildNotice)\.astro\?.*type=style/;

export function lateStyles(): Plugin {
  return {
    name: 'keywright:late-styles',
    enforce: 'pre',
    apply: 'build',
    transform(css, id) {
      if (!drawnByScript.test(id) && !unhiddenByScript.test(id)) return null;
      return { code: `@supports ${lateMark} {\n${css}\n}`, map: null };
    },
  };
}
