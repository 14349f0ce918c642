/**
 * What happens in the demo shop, in order of time; what lies in the future does not happen. Invariant: a moment
 * does nothing later than itself. What follows is added as a moment of its own, or another would come between.
 */
export interface Timeline {
  add(at: Date, happen: () => Promise<void>): void;
  /** Plays all there is, also what is added on the way, and says how far it has come. */
  play(until: Date, tell: (at: Date) => void): Promise<void>;
}

interface Moment {
  readonly at: number;
  readonly place: number;
  readonly happen: () => Promise<void>;
}

export function createTimeline(): Timeline {
  const moments: Moment[] = [];
  let placed = 0;
  const isBefore = (a: Moment, b: Moment) => a.at < b.at || (a.at === b.at && a.place < b.place);
  return {
    add(at, happen) {
      const moment = { at: at.getTime(), place: (placed += 1), happen };
      const later = moments.findLastIndex((other) => isBefore(other, moment));
      moments.splice(later + 1, 0, moment);
    },
    async play(until, tell) {
      for (let next = moments.shift(); next; next = moments.shift()) {
        if (next.at > until.getTime()) return;
        tell(new Date(next.at));
        await next.happen();
      }
    },
  };
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
