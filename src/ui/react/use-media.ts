import { useSyncExternalStore } from 'react';

/** Whether the screen answers to a media query, now and after it is turned or resized. */
export function useMedia(query: string, onServer = false): boolean {
  return useSyncExternalStore(
    (tell) => {
      const media = matchMedia(query);
      media.addEventListener('change', tell);
      return () => media.removeEventListener('change', tell);
    },
    () => matchMedia(query).matches,
    () => onServer,
  );
}
