import { $consent } from '#stores/consent.ts';

/** Loads the statistics once the visitor has agreed, and stops them when the visitor withdraws. */
export function startAnalytics(): void {
  let stop: Promise<() => void> | null = null;
  $consent.subscribe((consent) => {
    if (consent === 'granted') {
      stop ??= import('./amplitude-client.ts').then(({ runAnalytics }) => runAnalytics());
      stop.catch(ignore);
    } else if (stop !== null) {
      stop.then((end) => end(), ignore);
      stop = null;
    }
  });
}

function ignore(): void {
  // Statistics that can't be loaded must not become an error of the shop.
}
