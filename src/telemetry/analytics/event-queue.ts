import type { Track, TrackedEvent } from './events.ts';

const mostHeld = 512;

/** Holds events until the statistics library is ready; what comes after the 512th is dropped. */
export function createEventQueue(): { track: Track; openTo: (receive: Track) => void } {
  const held: TrackedEvent[] = [];
  let receiver: Track | null = null;
  return {
    track(event) {
      if (receiver !== null) receiver(event);
      else if (held.length < mostHeld) held.push(event);
    },
    openTo(receive) {
      receiver = receive;
      for (const event of held.splice(0)) receive(event);
    },
  };
}
