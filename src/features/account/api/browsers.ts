import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

/** What is kept of the account's own follows in browsers, as it is. */
export const myBrowsers = (parts: CallParts = {}): Answer<Given<'my_browsers'>> =>
  callFunction('my_browsers', {}, parts);

/** False where the account follows nothing there. */
export const stopBrowserNotices = (browserId: string, parts: CallParts = {}): Answer<boolean> =>
  callFunction('stop_browser_notices', { p_browser: browserId }, parts);
