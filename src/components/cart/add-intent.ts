/** What every page with something to add carries of it: the key's code comes when it is turned to. */
import { onIntent } from '../ui/on-intent.ts';

const load = () =>
  import('./add-element.ts').catch(() => {
    for (const said of document.querySelectorAll('keywright-add .said')) {
      said.textContent = 'This could not be loaded. Once online, reload.';
    }
  });
onIntent('keywright-add', load, { repeats: true });
