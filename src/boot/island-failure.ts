import { reportIslandError } from '#errors/report.ts';

/**
 * An island whose code can't be loaded, or that can't start, says so in its place; what the server
 * rendered stays readable. Errors inside a running island are its boundary's.
 */
export function answerIslandFailures(): void {
  document.addEventListener('astro:hydration-error', (event) => {
    const island = event.target;
    if (!(island instanceof HTMLElement) || !(event instanceof CustomEvent)) return;
    event.preventDefault();
    const detail: { readonly error?: unknown } = event.detail;
    const message = document.createElement('p');
    message.setAttribute('role', 'alert');
    message.className = 'island-failure';
    message.textContent = `This part could not be loaded. Reload the page to try again. Error ${reportIslandError(detail.error)}`;
    island.prepend(message);
  });
}
