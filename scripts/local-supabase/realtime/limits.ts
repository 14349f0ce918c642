/** Figures are a hosted project's where it names them. */
export const limits = {
  connections: 500,
  /** Pages of one origin together: another page in the same browser leaves room for the shop. */
  connectionsPerOrigin: 400,
  channelsPerConnection: 100,
  /** A larger frame ends the connection with code 1009. */
  frameBytes: 4 * 1024 * 1024,
  /** A larger broadcast or presence is refused, the connection stays. */
  payloadBytes: 3_000_000,
  bindingsPerChannel: 100,
  valuesPerInFilter: 100,
  presencesPerChannel: 1_000,
  /** Frames a second over a longer time, and how many may come at once. */
  framesPerSecond: 100,
  frameBurst: 1_000,
  /** Frames read but not yet answered. */
  waitingFrames: 2_000,
  /** What a client that reads too slowly may leave unread. */
  unreadBytes: 16 * 1024 * 1024,
  silenceMs: 60_000,
  messagesPerRequest: 500,
} as const;

/** Says for each frame whether it is still within the rate. */
export function createRateLimit(perSecond: number, burst: number, now: () => number) {
  let tokens = burst;
  let countedAt = now();
  return (): boolean => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - countedAt) / 1000) * perSecond);
    countedAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
