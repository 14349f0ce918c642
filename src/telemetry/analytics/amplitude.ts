import { $consent, rereadConsent } from '../consent.ts';
import { consentStorageKey } from '../stored-consent.ts';

const loadClient = () => import('./amplitude-client.ts');

/**
 * Loads the statistics once the visitor has agreed, and stops them when the visitor withdraws.
 * `isJustChosen` says that the choice was made on this page, before anyone listened here.
 */
export function startAnalytics(isJustChosen: boolean): void {
  let running: Promise<() => void> | null = null;
  addEventListener('storage', ({ key }) => {
    if (key === consentStorageKey || key === null) rereadConsent();
  });
  $consent.subscribe((consent, before) => {
    if (consent === 'granted') {
      running ??= loadClient().then(({ runAnalytics }) =>
        runAnalytics(isJustChosen || before !== undefined),
      );
      running.catch(ignore);
    } else if (running !== null || document.cookie.includes('AMP_')) {
      const started = running;
      running = null;
      void forget(started);
    }
  });
}

async function forget(started: Promise<() => void> | null): Promise<void> {
  try {
    const stop = await started;
    stop?.();
    const { forgetEarlierVisits } = await loadClient();
    forgetEarlierVisits();
  } catch {
    // Statistics that never ran have left nothing behind.
  }
}

function ignore(): void {
  // Statistics that can't be loaded must not become an error of the shop.
}
