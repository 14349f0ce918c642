/** Run once a page is idle: nothing here is needed to read it, or to press anything on it. */
import { startErrorReporting } from '#telemetry/errors/sentry.client.ts';
import { watchForNewerBuild } from '#features/publishing/ui/newer-build.ts';
import { startStatistics } from '#telemetry/analytics/statistics.ts';
import { handInCart } from './cart-copy.ts';
import { fetchPresses } from './fetch-ahead.ts';
import { prepareNextPage } from './next-page.ts';

async function work(): Promise<void> {
  // The reporter names the build, so the build is known first.
  await watchForNewerBuild();
  startErrorReporting();
  startStatistics();
  handInCart();
  // The faces of the next page wait for it: what can be pressed now comes first.
  await fetchPresses().catch(() => {});
  await prepareNextPage().catch(() => {});
}

void work();
