// chunk: boot
/**
 * An island whose code can't be loaded, or that can't start, says so in its place; what the server
 * rendered stays readable. Errors inside a running island are its boundary's.
 */
export function answerIslandFailures(): void {
  if (document.querySelector('astro-island') === null) return;
  const load = () => import('./island-message.ts');
  // Asked for with the page itself: after a new build was published it could not be had any more.
  const loading = load();
  document.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    void loading.catch(load).then(({ showIslandMessage }) => showIslandMessage(event));
  });
}
