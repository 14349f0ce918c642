// chunk: boot
/** The one script that every page runs: nothing here may load React, or a vendor before it is idle. */
import { captureEarlyErrors } from '#shared/errors/early-errors.ts';
import { showCartBadge } from '#features/cart/ui/cart-badge.ts';
import { noteChangedCart } from './cart-copy.ts';
import { answerIslandFailures } from '#telemetry/errors/island-failure.ts';
import { loadSoon } from '#ui/late-code.ts';
import { stayInLanguage } from './language.ts';
import { answerThemeToggle } from './theme.ts';
import { trustOwnScripts } from './trusted-scripts.ts';

/** Asked here, so that the first language has nothing of it. */
declare const KEYWRIGHT_PREFIX: string;
if (KEYWRIGHT_PREFIX !== '') stayInLanguage();
trustOwnScripts();
captureEarlyErrors();
answerIslandFailures();
answerThemeToggle();
showCartBadge();
noteChangedCart();

const start = () => loadSoon(() => import('./idle.ts'));
const startWhenIdle = () => {
  // One browser has no such call.
  if (globalThis.requestIdleCallback?.(start, { timeout: 3_000 })) return;
  setTimeout(start, 200);
};
if (document.readyState === 'complete') startWhenIdle();
else addEventListener('load', startWhenIdle, { once: true });
