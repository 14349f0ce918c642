// chunk: boot
import { storedText } from '#shared/stored-text.ts';

const storageKey = 'keywright:cart';

/** How many pieces a stored cart holds; what can't be read counts as none. */
function countPieces(stored: string | null): number {
  try {
    const cart: { lines?: { quantity?: unknown }[] } = JSON.parse(stored ?? '{}');
    const count = cart.lines?.reduce(
      (total, line) => total + Math.max(0, Number(line.quantity)),
      0,
    );
    return Number.isSafeInteger(count) ? Number(count) : 0;
  } catch {
    return 0;
  }
}

function showCount(event?: Event): void {
  // A page that can store nothing says in its event what it holds.
  const { detail }: { detail?: unknown } = event instanceof CustomEvent ? event : {};
  const count = typeof detail === 'number' ? detail : countPieces(storedText(storageKey));
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.hidden = count === 0;
    badge.textContent = count > 99 ? '99+' : `${count}`;
  }
}

/** Keeps the header's number right: from storage, from other tabs, and when this page changes it. */
export function showCartBadge(): void {
  showCount();
  addEventListener('storage', showCount);
  addEventListener('keywright:cart', showCount);
  addEventListener('pageshow', showCount);
}
