import type { LiveFact } from '#features/catalogue/api/live-facts.ts';
import { stageName } from '#features/batches/model/batch-stage.ts';
import { groupBuyText } from '#features/catalogue/model/group-buy-word.ts';
import { formatMoney } from '#shared/money.ts';
import { stockText, stockTone } from '#features/catalogue/model/stock-word.ts';
import badge from '#ui/styles/badge.module.css';

const words = 'A price has changed since this page was built. The new price applies.';

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
  if (note !== null) {
    note.textContent = words;
    note.hidden = false;
  }
  document.dispatchEvent(new CustomEvent('keywright:prices'));
}

/** Kits of a window that opened or closed since, and the word at the head. */
export function showStale(facts: readonly LiveFact[]): void {
  for (const { variantId, stock, batchStage } of facts) {
    if (stock !== 'group_buy') continue;
    for (const word of document.querySelectorAll(`[data-live-stock="${variantId}"]`)) {
      word.textContent = groupBuyText(batchStage);
      word.className = `${badge['badge']} ${batchStage === 'open' ? badge['open'] : ''}`;
    }
  }
  showStaleBadge(facts);
}

const mostFirst = ['in_stock', 'few_left', 'made_to_order', 'preorder'] as const;

function showStaleBadge(facts: readonly LiveFact[]): void {
  const state = document.querySelector('[data-live-badge] [data-state]');
  const place = state?.querySelector('span');
  // A shop that does not answer has sold nothing out.
  if (!state || !place || facts.length === 0) return;
  const isGone = facts.some(({ stock }) => stock === 'sold_out');
  const canBeOrdered = facts.some((fact) => fact.canBeOrdered);
  document.querySelector('[data-first-gone]')?.toggleAttribute('hidden', canBeOrdered);
  const stage = isGone ? null : facts.find(({ batchStage }) => batchStage !== null)?.batchStage;
  // Back since it was said to be gone.
  const back = mostFirst.find((word) => facts.some(({ stock }) => stock === word));
  place.textContent = stage ? stageName(stage) : stockText(back ?? 'sold_out');
  const tone = stage ? (stage === 'open' ? 'open' : '') : back ? stockTone(back) : '';
  place.className = `${badge['badge']} ${badge[tone] ?? ''}`;
  // The countdown beside it ran towards another moment.
  state.querySelector('keywright-countdown')?.remove();
}
