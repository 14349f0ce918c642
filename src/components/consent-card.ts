/** Shows the card to whoever was not asked yet; what answers it comes when somebody turns to it. */
import { storedConsent } from '#stores/stored-consent.ts';
import { onIntent } from './ui/on-intent.ts';

const card = document.querySelector<HTMLElement>('keywright-consent > section');
if (card !== null) card.hidden = storedConsent() !== 'unknown';
const turnsToIt = 'keywright-consent, [data-consent-open]';
onIntent(turnsToIt, () => import('./consent-element.ts'), { repeats: true });
