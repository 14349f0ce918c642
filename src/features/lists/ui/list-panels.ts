// chunk: buying
import { loadOwn } from '#features/account/ui/own-code.ts';
import { onIntent } from '#ui/late-code.ts';

/**
 * On pages with lists: what makes them act. It is loaded when somebody turns to a list, and at once
 * for whoever is signed in, because their place is news to them.
 */
const loadLists = () => import('./show-lists.tsx').then((code) => code.answerLists());
onIntent('[data-list]', loadLists, true, true);
loadOwn('[data-list]', loadLists);
