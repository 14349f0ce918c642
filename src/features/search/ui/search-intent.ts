// chunk: boot
import { onIntent } from '#ui/late-code.ts';

/** Opens the search with `/` and from every `[data-search]`: all that pages carry of it. */
onIntent('[data-search]', () => import('./search-dialog.ts'), true, true);

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  const typing = 'input,textarea,select,dialog,[contenteditable]';
  if (key !== '/' || !(target instanceof Element) || target.closest(typing)) return;
  event.preventDefault();
  document.querySelector<HTMLElement>('[data-search]')?.click();
});
