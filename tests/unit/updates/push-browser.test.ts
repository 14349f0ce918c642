import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pushBrowser } from '#features/updates/model/push-browser.ts';

test('a browser is named by its push service, and what many use by the best known of them', () => {
  for (const [service, browser] of [
    ['updates.push.services.mozilla.com', 'Firefox'],
    ['web.push.apple.com', 'Safari'],
    ['wns2-par02p.notify.windows.com', 'Edge'],
    ['fcm.googleapis.com', 'Chrome or similar'],
  ] as const)
    assert.equal(pushBrowser(service), browser, service);
});
