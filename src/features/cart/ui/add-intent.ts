// chunk: buying
/**
 * What every page with something to add carries of it. A press is answered at once, from what the page
 * shows: a drawer with the line, and the header's number. The cart is told when its code is there.
 */
import { loadForPress, onIntent } from '#ui/late-code.ts';
import { showCount } from './cart-badge.ts';
import { openDrawer } from './drawer-shell.ts';

const load = () => import('./add-to-cart.ts');

onIntent('keywright-add', load, false, true);

let isOpening = false;

async function add({ target, isTrusted }: Event): Promise<void> {
  const place = target instanceof Element && target.closest('keywright-add .can')?.parentElement;
  // Until the drawer is there the key can still be reached: a double press is one.
  if (!place || (isOpening && isTrusted)) return;
  isOpening = true;
  const dialog = await openDrawer(place);
  isOpening = false;
  const tell = (code: Awaited<ReturnType<typeof load>>) => void code.addToCart(place, dialog);
  if (await loadForPress(load, tell, () => target)) return;
  dialog?.close();
  showCount();
}

document.addEventListener('click', (event) => void add(event));
