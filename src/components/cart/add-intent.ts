/** What every page with something to add carries of it: the key's code comes when it is turned to. */
import { onIntent } from '../ui/on-intent.ts';
import { addWords } from './add-words.ts';

const load = () =>
  import('./add-element.ts').catch(() => {
    for (const said of document.querySelectorAll('keywright-add .said')) {
      said.textContent = addWords.broken;
    }
  });
onIntent('keywright-add', load, { repeats: true });
