/** Keeps right what is on a screen that nobody reloads. */

/** Works every so often while the page is looked at, and whenever somebody comes back to it. */
export function whileLookedAt(work: () => void, everyMs: number): () => void {
  const look = () => {
    if (!document.hidden) work();
  };
  const timer = setInterval(look, everyMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
