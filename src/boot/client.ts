// chunk: boot
/** The one script that every page runs: nothing here may load React, or a vendor before it is idle. */
import { captureEarlyErrors } from '#shared/errors/early-errors.ts';
import { startErrorReporting } from '#telemetry/errors/sentry.client.ts';
import { showCartBadge } from '#features/cart/ui/cart-badge.ts';
import { handInCart, noteChangedCart } from './cart-copy.ts';
import { answerIslandFailures } from '#telemetry/errors/island-failure.ts';
import { watchForNewerBuild } from '#features/publishing/ui/newer-build.ts';
import { prepareNextPage } from './next-page.ts';
import { startStatistics } from '#telemetry/analytics/statistics.ts';
import { answerThemeToggle } from './theme.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

trustOwnScripts();
captureEarlyErrors();
answerIslandFailures();
answerThemeToggle();
showCartBadge();
noteChangedCart();

async function startVendors(): Promise<void> {
  prepareNextPage().catch(() => {});
  // The reporter names the build, so the build is known first.
  await watchForNewerBuild();
  startErrorReporting();
  startStatistics();
  handInCart();
}

const start = () => void startVendors();
const startWhenIdle = () => {
  // One browser has no such call.
  if (globalThis.requestIdleCallback?.(start, { timeout: 3_000 })) return;
  setTimeout(start, 200);
};
if (document.readyState === 'complete') startWhenIdle();
else addEventListener('load', startWhenIdle, { once: true });
