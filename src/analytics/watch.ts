import type { Track } from './events.ts';

/**
 * Turns what happens in the stores into events; stores and islands know nothing of it. Consent is what
 * starts the watching, so its own change is told instead of being watched.
 */
export function watchStores(track: Track, isNewlyGranted: boolean): void {
  if (isNewlyGranted) track({ name: 'consent_granted', properties: {} });
}
