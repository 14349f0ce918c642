/** The only place that shows a price that changed after the build: both prices, and why. */
import type { LiveFact } from '#backend/live-facts.ts';
import { formatMoney } from '#domain/money.ts';

export function showStalePrice(
  page: HTMLElement,
  { variantId, priceMinor, currency }: LiveFact,
): void {
  for (const place of page.querySelectorAll(`[data-live-price="${variantId}"]`)) {
    place.textContent = formatMoney(priceMinor, currency);
  }
  for (const old of page.querySelectorAll<HTMLElement>(`[data-old-price="${variantId}"]`)) {
    old.hidden = false;
  }
  const note = page.querySelector<HTMLElement>('[data-live-stale]');
  if (note !== null) note.hidden = false;
  document.dispatchEvent(new CustomEvent('keywright:prices'));
}
