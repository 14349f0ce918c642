import { consentStorageKey, storedConsent } from '../stored-consent.ts';

function load(isJustChosen: boolean): void {
  import('./amplitude.ts').then(
    (code) => code.startAnalytics(isJustChosen),
    // Statistics that can't be loaded must not become an error of the shop.
    () => {},
  );
}

/** Nothing of the statistics is loaded before there is a choice, here or in another tab. */
export function startStatistics(): void {
  if (storedConsent() === 'granted' || document.cookie.includes('AMP_')) return load(false);
  const chosen = new AbortController();
  const loadOnce = (isJustChosen: boolean) => {
    chosen.abort();
    load(isJustChosen);
  };
  const { signal } = chosen;
  addEventListener('keywright:consent', () => loadOnce(true), { signal });
  const hear = ({ key }: StorageEvent) => {
    if (key === consentStorageKey) loadOnce(true);
    // Chosen while this page was away, and told of by the page on which it was.
    if (key === null && storedConsent() === 'granted') loadOnce(false);
  };
  addEventListener('storage', hear, { signal });
}
