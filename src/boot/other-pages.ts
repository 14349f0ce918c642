import { consentStorageKey, storedConsent } from '#telemetry/stored-consent.ts';
import { storedText } from '#shared/stored-text.ts';

// Where the first script of a page reads it.
const themeStorageKey = 'keywright:theme';

/** What is chosen for all pages is chosen on one of them; those that are open, or come back, follow. */
export function followOtherPages(): void {
  addEventListener('storage', ({ key }) => {
    const isAbout = (own: string) => key === own || key === null;
    const card = document.querySelector<HTMLElement>('keywright-consent > section');
    if (card !== null && isAbout(consentStorageKey)) card.hidden = storedConsent() !== 'unknown';
    const theme = isAbout(themeStorageKey) && storedText(themeStorageKey);
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
  });
}
