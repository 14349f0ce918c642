import { useSyncExternalStore } from 'react';

const stepMs = 15_000;

const listen = (hear: () => void) => {
  const timer = setInterval(hear, stepMs);
  addEventListener('pageshow', hear);
  return () => {
    clearInterval(timer);
    removeEventListener('pageshow', hear);
  };
};
// A value that changes with every call would render for ever: it changes in steps.
const read = () => Math.floor(Date.now() / stepMs) * stepMs;

/** The visitor's clock, fine enough for words like "2 hours left". */
export const useNow = (): number => useSyncExternalStore(listen, read);
