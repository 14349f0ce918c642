import { loadSoon } from '#ui/late-code.ts';
import { storedText } from '#shared/stored-text.ts';

// As the choice is kept by its own code, which only comes for whoever wants it.
const currencyKey = 'keywright:currency';
const signs = ['scroll', 'pointermove', 'touchstart', 'keydown'] as const;

/**
 * Prices in another currency come with code of their own: at once for whoever chose one, else when a person
 * nears the foot of a page, where it is chosen. Nobody who only looks at a page loads any of it.
 */
export function offerCurrencies(): void {
  const foot = document.querySelector<HTMLElement>('[data-currencies]');
  // Staff see what is charged.
  if (foot === null || location.pathname.startsWith('/admin')) return;
  const load = () =>
    loadSoon(
      () => import('#features/currencies/ui/currencies.ts'),
      (code) => void code.showCurrencies(foot),
    );
  addEventListener('storage', ({ key }) => {
    if (key === currencyKey || key === null) load();
  });
  if (storedText(currencyKey) !== null) return load();
  const near = new IntersectionObserver(
    (places) => {
      if (!places.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      load();
    },
    { rootMargin: '600px' },
  );
  const watch = () => {
    for (const sign of signs) removeEventListener(sign, watch);
    if (foot.parentElement !== null) near.observe(foot.parentElement);
  };
  // Somebody went there before this page could hear.
  if (scrollY > 0) return watch();
  for (const sign of signs) addEventListener(sign, watch, { passive: true });
}
