/** Works now and then while the page is seen, and whenever it is turned to again; gives the way to end it. */
export function whileLookedAt(work: () => void, everyMs: number): () => void {
  const look = () => {
    if (!document.hidden) work();
  };
  const timer = setInterval(look, everyMs);
  document.addEventListener('visibilitychange', look);
  // A window beside another one is seen all the time.
  addEventListener('focus', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    removeEventListener('focus', look);
  };
}
