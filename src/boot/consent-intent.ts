// chunk: boot
/** What answers the consent card, and asks again, comes when somebody turns to it. */
import { onIntent } from '#ui/late-code.ts';

onIntent(
  'keywright-consent, [data-consent-open]',
  async () => {
    // Draws the card.
    await import('./idle.ts');
    return import('#telemetry/ui/consent-element.ts');
  },
  true,
);
