import { expect, type BrowserContext, type Page } from 'playwright/test';

interface Bridge {
  logEvent(event: { eventType: string; eventProperties?: Record<string, unknown> }): void;
}

declare global {
  interface Window {
    analyticsConnectorInstances?: Record<string, { readonly eventBridge: Bridge }>;
  }
}

export async function accept(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).click();
}

export async function decline(page: Page): Promise<void> {
  const no = page.getByRole('button', { name: 'Decline' });
  await no.click();
  // What hears the answer is loaded when the card is turned to: the card leaves once it was heard.
  await expect(no).toBeHidden();
}

/** Says yes before the page loads, as on an earlier visit. */
export async function acceptBeforehand(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('keywright:consent', 'granted'));
}

/** Waits until the statistics library takes events, and gives it some. */
export async function logEvents(page: Page, count: number, eventType = 'consent_granted') {
  await page.waitForFunction(() => document.cookie.includes('AMP_'));
  await page.waitForFunction(() => window.analyticsConnectorInstances?.['$default_instance']);
  await page.evaluate(
    ([wanted, type]) => {
      const bridge = window.analyticsConnectorInstances?.['$default_instance']?.eventBridge;
      for (let sent = 0; sent < wanted; sent += 1) bridge?.logEvent({ eventType: type });
    },
    [count, eventType] as const,
  );
}

/** Throws where nobody catches. */
export async function throwOnPage(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new RangeError(text);
    });
  }, message);
}

/** What the statistics have left in this browser. */
export function readTraces(page: Page): Promise<{ cookies: string; stored: string[] }> {
  return page.evaluate(() => ({
    cookies: document.cookie,
    stored: Object.keys(localStorage).filter((key) => key.startsWith('AMP')),
  }));
}
