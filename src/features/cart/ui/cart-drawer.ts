// chunk: buying
import { loadForPress } from '#ui/late-code.ts';

/** On pages with something to add: the drawer that answers. It is loaded when somebody turns to a key. */
addEventListener('keywright:drawer', (event) => {
  const added: unknown = event instanceof CustomEvent ? event.detail : null;
  void loadForPress(
    () => import('./show-drawer.tsx'),
    (code) => code.showDrawer(added),
    // Without the drawer the words beside the key and the header's number say it.
    () => null,
  );
});
