// chunk: boot
/** Shows the card to whoever was not asked yet; what answers it comes when somebody turns to it. */
import { keepConsent, storedConsent } from '../stored-consent.ts';
import { onIntent } from '#ui/late-code.ts';

const card = document.querySelector<HTMLElement>('keywright-consent > section');
if (card !== null) card.hidden = storedConsent() !== 'unknown';
// Kept at once: who follows a link before the rest is there has answered too.
card?.addEventListener('click', ({ target }) => {
  const choice =
    target instanceof Element && target.closest('[data-ask]')?.getAttribute('data-choice');
  if (choice) keepConsent(choice);
});
const turnsToIt = 'keywright-consent, [data-consent-open]';
onIntent(turnsToIt, () => import('./consent-element.ts'), true);
