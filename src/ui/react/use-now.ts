import { useSyncExternalStore } from 'react';

/** The time, in steps; it goes on while the page is open, and when it comes back. */
export function useNow(stepMs: number): number {
  return useSyncExternalStore(
    (tell) => {
      const timer = setInterval(tell, stepMs);
      addEventListener('pageshow', tell);
      return () => {
        clearInterval(timer);
        removeEventListener('pageshow', tell);
      };
    },
    () => Math.floor(Date.now() / stepMs) * stepMs,
  );
}
