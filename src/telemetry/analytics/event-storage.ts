import type { Types } from '@amplitude/analytics-browser';

const mostStored = 1000;

export interface EventStorage extends Types.Storage<Types.Event[]> {
  /** From then on nothing is written, whatever the library still has in flight. */
  close(): void;
}

function isList(value: unknown): value is Types.Event[] {
  return Array.isArray(value);
}

/** Where events wait for the network, over page loads. The library's own has no way to stop writing. */
export function createEventStorage(): EventStorage {
  let isClosed = false;
  let lastDropped = 0;
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch {
      return undefined;
    }
  };
  const getRaw = async (key: string) => quietly(() => localStorage.getItem(key)) ?? undefined;
  return {
    isEnabled: async () => quietly(() => localStorage.length) !== undefined,
    getRaw,
    async get(key) {
      const raw = await getRaw(key);
      const value: unknown = raw === undefined ? [] : quietly(() => JSON.parse(raw));
      return isList(value) ? value : [];
    },
    async set(key, events) {
      if (isClosed) return;
      const dropped = Math.max(0, events.length - mostStored);
      quietly(() => localStorage.setItem(key, JSON.stringify(events.slice(0, mostStored))));
      if (dropped > lastDropped) {
        console.warn(
          `Failed to save ${dropped} events because the queue length exceeded ${mostStored}.`,
        );
      }
      lastDropped = dropped;
    },
    remove: async (key) => quietly(() => localStorage.removeItem(key)),
    reset: async () => {},
    close() {
      isClosed = true;
    },
  };
}
