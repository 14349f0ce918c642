import { pagePath } from '#languages/page-path.ts';
import { countPieces } from '#features/cart/model/cart-line.ts';
import type { BuyingStep } from '#shared/tracking-plan.ts';
import { $cartLines } from '#features/cart/store/cart.ts';
import { $placed } from '#features/orders/store/placed-order.ts';
import type { Track } from './events.ts';

/** Read from the address: the page's first script alone holds all routes, and must not be split for this. */
function stepOfPage(path: string): BuyingStep | null {
  if (/^\/(?:keyboards|products)\/(?!artisans$)[^/]+$/.test(path)) return 'product_viewed';
  // An empty cart is looked at by whoever looks around.
  if ($cartLines.get().length === 0) return null;
  if (path === '/cart') return 'cart_viewed';
  return path === '/cart/confirm' ? 'checkout_started' : null;
}

/** Only the tab in which something was added says so; the others hear of it by the storage alone. */
function watchAdding(track: (step: BuyingStep) => void): () => void {
  let hasGrown = false;
  const unlisten = $cartLines.listen((lines, before) => {
    hasGrown = countPieces(lines) > countPieces(before ?? []);
  });
  const hear = () => {
    if (hasGrown) track('cart_line_added');
    hasGrown = false;
  };
  addEventListener('keywright:cart', hear);
  return () => {
    unlisten();
    removeEventListener('keywright:cart', hear);
  };
}

/**
 * Turns what happens in the stores into events; stores and islands know nothing of it. Consent is what
 * starts the watching, so its own change is told instead of being watched. What it returns stops it.
 */
export function watchStores(track: Track, isNewlyGranted: boolean): () => void {
  if (isNewlyGranted) track({ name: 'consent_granted', properties: {} });
  const trackStep = (name: BuyingStep) => track({ name, properties: {} });
  const step = stepOfPage(pagePath(location.pathname).replace(/(?<=.)\/$/, ''));
  if (step !== null) trackStep(step);
  const unwatch = watchAdding(trackStep);
  const unlisten = $placed.listen((order, before) => {
    if (order !== null && order.id !== before?.id) trackStep('order_placed');
  });
  return () => {
    unwatch();
    unlisten();
  };
}
