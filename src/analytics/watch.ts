import type { Track } from './events.ts';

/** Turns what happens in the stores into events; stores and islands know nothing of it. */
export function watchStores(_track: Track): () => void {
  return () => {};
}
