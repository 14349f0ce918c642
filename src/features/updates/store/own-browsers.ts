/** Which browsers tell an account what: one of them may be out of its reader's hands. */
import { myBrowsers, stopBrowserNotices } from '#features/account/api/browsers.ts';
import { settle } from '#features/account/store/account.ts';
import type { AuthFailure } from '#features/account/store/auth-failure.ts';
import { createResource } from '#features/account/store/resource.ts';
import { succeed } from '#shared/result.ts';
import { idOfThisBrowser } from './browser-notices.ts';

export const ownBrowsers = createResource(
  async () => {
    const [own, here] = await Promise.all([myBrowsers(), idOfThisBrowser()]);
    return own.ok
      ? succeed(own.value.map((browser) => ({ ...browser, isHere: browser.id === here })))
      : own;
  },
  { rereadsOnReturn: true },
);

export async function stopBrowser(id: string): Promise<AuthFailure | null> {
  const stopped = await stopBrowserNotices(id);
  if (stopped.ok) await ownBrowsers.reload();
  return settle(stopped);
}
