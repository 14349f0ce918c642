import './code-loading.ts';
import { startAnalytics } from '#analytics/amplitude.ts';
import '#components/consent-card.ts';
import { captureEarlyErrors } from '#errors/early-errors.ts';
import { reportIslandError } from '#errors/report.ts';
import { startErrorReporting } from '#errors/sentry.client.ts';

captureEarlyErrors();
addEventListener('load', () => {
  // A page that nothing draws on may never count as idle.
  const begin = () => {
    startErrorReporting();
    startAnalytics(false);
  };
  requestIdleCallback(begin, { timeout: 1000 });
});

addEventListener('keywright-test:island-error', () => {
  const id = reportIslandError(new TypeError('An island fell over'));
  document.body.dataset['islandError'] = id;
});
