// chunk: errors
import { reportIslandError } from '#shared/errors/report.ts';

/** Writes above what the server rendered that this part did not start, with the id of the report. */
export function showIslandMessage(event: Event): void {
  const island = event.target;
  if (!(island instanceof HTMLElement) || !(event instanceof CustomEvent)) return;
  const detail: { readonly error?: unknown } = event.detail;
  const message = document.createElement('p');
  message.setAttribute('role', 'alert');
  message.className = 'island-failure';
  message.textContent = `This part could not be loaded. Reload the page to try again. Error ${reportIslandError(detail.error)}`;
  island.prepend(message);
}
