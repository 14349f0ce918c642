// chunk: boot
import { onIntent } from '#ui/late-code.ts';

/** Opens the search with `/` and from every `[data-search]`: all that pages carry of it. */
onIntent('[data-search]', () => import('./search-dialog.ts'), true, true);

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const typing = 'input,textarea,select,dialog,[contenteditable]';
  const entry = document.querySelector<HTMLElement>('[data-search]');
  if (key !== '/' || !entry || !(target instanceof Element) || target.closest(typing)) return;
  event.preventDefault();
  entry.click();
});
