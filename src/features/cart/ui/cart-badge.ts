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

/** `more` are pieces that were pressed for and are not stored yet. */
export function showCount(more = 0): void {
  showTotal(countPieces(storedText(storageKey)) + more);
}

function showTotal(count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.hidden = count === 0;
    badge.textContent = count > 99 ? '99+' : `${count}`;
  }
}

declare global {
  interface WindowEventMap {
    /** How many pieces the cart holds now. */
    'keywright:cart': CustomEvent<number>;
  }
}

/** Keeps the header's number right: from storage, from other tabs, and when this page changes it. */
export function showCartBadge(): void {
  const show = () => showCount();
  show();
  addEventListener('storage', show);
  addEventListener('pageshow', show);
  // A page that can store nothing says in its event what it holds.
  addEventListener('keywright:cart', ({ detail }) => showTotal(detail));
}
