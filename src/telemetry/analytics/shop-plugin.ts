import type { Types } from '@amplitude/analytics-browser';
import { flushIntervalMs } from './amplitude-settings.ts';
import { leanEvent } from './lean-events.ts';
import { makeQuiet } from './quiet-transport.ts';

/**
 * Sits between the library's clients and its queue: keeps events lean, sends them quietly and follows
 * the browser's offline flag. The library's own plugin for the flag drops events when the flush on
 * return fails; this one goes through the queue that retries.
 */
export function shopPlugin(flush: () => void): Types.EnrichmentPlugin {
  let config: Types.IConfig | null = null;
  const goOffline = () => {
    if (config !== null) config.offline = true;
  };
  const goOnline = () => {
    if (config === null) return;
    config.offline = false;
    setTimeout(flush, flushIntervalMs);
  };
  return {
    name: 'keywright',
    type: 'enrichment',
    async setup(given) {
      given.transportProvider = makeQuiet(given.transportProvider);
      given.offline = !navigator.onLine;
      config = given;
      addEventListener('offline', goOffline);
      addEventListener('online', goOnline);
    },
    execute: async (event) => leanEvent(event),
    async teardown() {
      goOffline();
      removeEventListener('offline', goOffline);
      removeEventListener('online', goOnline);
    },
  };
}
