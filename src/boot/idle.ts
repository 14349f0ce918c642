/**
 * Run once a page is idle: nothing here is needed to read it, or to press anything on it. Invariant: none of
 * it is done on a page that nobody sees yet.
 */
import { addToHead } from '#shared/head-element.ts';
import { startErrorReporting } from '#telemetry/errors/sentry.client.ts';
import { watchForNewerBuild } from '#features/publishing/ui/newer-build.ts';
import { showConsentCard } from '#telemetry/ui/consent-card.ts';
import { startStatistics } from '#telemetry/analytics/statistics.ts';
import { handInCart } from './cart-copy.ts';
import { offerCurrencies } from './currencies.ts';
import { fetchPresses } from './fetch-ahead.ts';
import { followOtherPages } from './other-pages.ts';
import { refreshOnReturn } from './page-return.ts';
import { offerWishes } from './wish-keys.ts';

declare global {
  interface Document {
    /** Drawn before anyone asked for it. Not in every browser. */
    readonly prerendering?: boolean;
  }
}

async function work(): Promise<void> {
  showConsentCard();
  followOtherPages();
  refreshOnReturn();
  offerCurrencies();
  offerWishes();
  // The reporter names the build, so the build is known first.
  await watchForNewerBuild();
  startErrorReporting();
  startStatistics();
  handInCart();
  // What can be pressed now comes first.
  await fetchPresses().catch(() => {});
  addToHead('link', { rel: 'manifest', href: '/site.webmanifest' });
}

// Pages of islands run their scripts at once, and the address bar of a browser may draw them ahead.
if (document.prerendering) document.addEventListener('prerenderingchange', () => void work());
else void work();
