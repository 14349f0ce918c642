import './code-loading.ts';
import { startAnalytics } from '#telemetry/analytics/amplitude.ts';
import { showConsentCard } from '#telemetry/ui/consent-card.ts';
import { onIntent } from '#ui/late-code.ts';
import { captureEarlyErrors } from '#shared/errors/early-errors.ts';
import { reportIslandError } from '#shared/errors/report.ts';
import { startErrorReporting } from '#telemetry/errors/sentry.client.ts';

captureEarlyErrors();
onIntent(
  'keywright-consent, [data-consent-open]',
  () => import('#telemetry/ui/consent-element.ts'),
  true,
);
addEventListener('load', () => {
  // A page that nothing draws on may never count as idle.
  const begin = () => {
    showConsentCard();
    startErrorReporting();
    startAnalytics(false);
  };
  requestIdleCallback(begin, { timeout: 1000 });
});

addEventListener('keywright-test:island-error', () => {
  const id = reportIslandError(new TypeError('An island fell over'));
  document.body.dataset['islandError'] = id;
});
