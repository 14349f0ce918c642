import type { BrowserContext, Page } from 'playwright/test';
import type { CartLine } from '../../../src/features/cart/model/cart-line.ts';

export const cartKey = 'keywright:cart';

/** Stores a text as the cart before any page of the context runs; once, so that changes to it stay. */
export async function plantCart(context: BrowserContext, stored: string): Promise<void> {
  await context.addInitScript(
    ([key, text]) => {
      if (!location.protocol.startsWith('http')) return;
      if (localStorage.getItem('test:planted') !== null) return;
      localStorage.setItem('test:planted', 'yes');
      localStorage.setItem(key, text);
    },
    [cartKey, stored] as const,
  );
}

export function storedLines(page: Page): Promise<readonly CartLine[]> {
  return page.evaluate((key) => {
    const cart: { lines?: CartLine[] } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return cart.lines ?? [];
  }, cartKey);
}
