import assert from 'node:assert/strict';
import { test } from 'node:test';
import { $notices, undoNotice } from '#desk-kit/store/desk-notices.ts';
import { viewsOf } from '#desk-kit/store/desk-views.ts';
import { answeringShop } from '../../support/answering-fetch.ts';

const shop = answeringShop();

test('undoing a change of a view takes back all of it, also that colleagues see it', async () => {
  const view = {
    id: 'v',
    version: 1,
    desk: 'orders',
    list: 'orders',
    name: 'Mine',
    search: '?a',
    is_shared: false,
  };
  shop.answers = { desk_views: [view] };
  const views = viewsOf('orders');
  await views.read();
  const [shown] = views.$views.get();
  assert.ok(shown);
  assert.equal(await views.change(shown, { name: 'Ours', search: '?b', is_shared: true }), null);
  const [notice] = $notices.get();
  assert.ok(notice);
  await undoNotice(notice);
  const back = shop.written.filter(({ name }) => name === 'desk_views').at(-1);
  assert.deepEqual(back?.body, { name: 'Mine', search: '?a', is_shared: false });
});
