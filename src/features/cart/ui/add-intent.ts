// chunk: buying
import { onIntent } from '#ui/late-code.ts';

/** What every page with something to add carries of it: the key's code comes when it is turned to. */
onIntent('keywright-add', () => import('./add-element.ts'), { repeats: true });
