// chunk: buying
/**
 * What every page with something to add carries of it. A press is answered at once, from what the page
 * shows: a drawer with the line, and the header's number. The cart is told when its code is there.
 */
import { loadForPress, onIntent } from '#ui/late-code.ts';
import { showCount } from './cart-badge.ts';
import { openDrawer } from './drawer-shell.ts';

const load = () => import('./add-to-cart.ts');

onIntent('keywright-add', load, { ahead: true });

document.addEventListener('click', ({ target }) => {
  const place = target instanceof Element && target.closest('keywright-add .can')?.parentElement;
  if (!place) return;
  const [dialog, pieces] = openDrawer(place) ?? [];
  showCount(pieces);
  const undo = () => {
    dialog?.close();
    showCount();
  };
  void loadForPress(
    load,
    (code) => void code.addToCart(place, dialog, undo),
    () => target,
  ).then((isLoaded) => isLoaded || undo());
});
