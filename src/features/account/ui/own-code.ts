// chunk: boot
import { isSessionKept } from '../store/kept-session.ts';
import { loadSoon } from '#ui/late-code.ts';

/** What is one's own: nobody without a session in this browser loads it, and no page without a place for it. */
export function loadOwn(place: string, load: () => Promise<unknown>): void {
  if (document.querySelector(place) && isSessionKept()) loadSoon(load);
}
