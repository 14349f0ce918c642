import { startAnalytics } from '#analytics/amplitude.ts';
import '#components/consent-card.ts';
import { captureEarlyErrors } from '#errors/early-errors.ts';
import { reportIslandError } from '#errors/report.ts';
import { startErrorReporting } from '#errors/sentry.client.ts';

captureEarlyErrors();
addEventListener('load', () => {
  requestIdleCallback(() => {
    startErrorReporting();
    startAnalytics(false);
  });
});

addEventListener('keywright-test:island-error', () => {
  const id = reportIslandError(new TypeError('An island fell over'));
  document.body.dataset['islandError'] = id;
});
