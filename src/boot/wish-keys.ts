import { loadSoon } from '#ui/late-code.ts';
import { storedText } from '#shared/stored-text.ts';

const signs = ['scroll', 'pointermove', 'touchstart', 'keydown'] as const;

/** Keys that keep things for later: for whoever does something on a page of goods, or keeps something already. */
export function offerWishes(): void {
  if (document.querySelector('[data-card], [data-colorway], .product') === null) return;
  const load = () => {
    for (const sign of signs) removeEventListener(sign, load);
    loadSoon(() => import('#features/wishes/ui/wish-keys.ts'));
  };
  if (storedText('keywright:wishes') !== null || scrollY > 0) return load();
  for (const sign of signs) addEventListener(sign, load, { passive: true });
}
