/** What is shown at a desk, and what is typed in it, outlives a second look that gets no answer. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { $deskDoor } from '#desk-kit/store/staff.ts';
import { dismissNotice, $notices } from '#desk-kit/store/desk-notices.ts';
import {
  $productDesk,
  editProduct,
  openProduct,
  readBatchesAgain,
  saveOpenProduct,
} from '#features/catalogue/store/desk-product.ts';
import { $session } from '#features/account/store/session.ts';
import { createMediaList } from '#features/catalogue/store/desk-media.ts';
import { patchProduct } from '#features/catalogue/model/form/product-form.ts';
import {
  $shownCustomer,
  noteCustomer,
  showCustomer,
} from '#features/customers/store/desk-customers.ts';
import { $shownDesign, showDesign } from '#features/designs/store/desk-designs.ts';
import { finishThisList } from '#features/lists/store/desk-list-steps.ts';
import { $openList, showList } from '#features/lists/store/desk-lists.ts';
import { $history, readHistory } from '#features/orders/store/bank-statement.ts';
import { $bankFiles, readFiles } from '#features/orders/store/desk-bank-refunds.ts';
import { noteOpenOrder, payOpenOrder } from '#features/orders/store/desk-order-actions.ts';
import { $openOrder, openOrder } from '#features/orders/store/desk-orders.ts';
import { $photos, showPhotos } from '#features/photos/store/desk-photos.ts';
import { $publish, look } from '#features/publishing/store/publish.ts';
import { $zonePage, showZone } from '#features/shipping/store/desk-zone-page.ts';
import { $coverage, readCoverage } from '#features/shipping/store/desk-zones.ts';
import { dropWebhook, webhooks } from '#features/shop-check/store/desk-webhooks.ts';
import { $counting, openCount, readLedger } from '#features/stock/store/desk-stock.ts';
import { $translations, showTexts } from '#features/translations/store/desk-translations.ts';
import {
  $publishedLanguage,
  publishLanguage,
  readPublished,
} from '#features/translations/store/published-language.ts';
import { answeringShop } from '../../support/answering-fetch.ts';
import { orderAnswer } from '../../support/order-answers.ts';

const id = '11111111-1111-4111-8111-111111111111';
const shop = answeringShop();

const noticed = () => $notices.get().map(({ text }) => text);
const older = 'What is shown could not be loaded again, so it may be out of date.';

beforeEach(() => {
  for (const notice of $notices.get()) dismissNotice(notice.id);
});

describe('an order that lies open', () => {
  const found = { found: true, order: orderAnswer({ id, captured_minor: 500 }) };
  const note = { id: 'n', version: 1, body: 'Called them' };

  beforeEach(async () => {
    shop.answers = { open_order: found, order_notes: [note] };
    await openOrder('KW-1');
    assert.equal($openOrder.get().status, 'open');
  });

  test('stays where its action and the look after it get no answer, and the action says why', async () => {
    const before = $openOrder.get();
    shop.lost = 'everything';
    const problem = await noteOpenOrder('A long note');
    assert.match(problem ?? '', /can’t be reached/);
    assert.equal($openOrder.get(), before);
    assert.deepEqual(noticed(), [older]);
  });

  test('keeps its notes where they alone could not be read again', async () => {
    shop.lost = ['order_notes'];
    await openOrder('KW-1', true);
    const now = $openOrder.get();
    assert.deepEqual(now.status === 'open' && now.notes.map(({ id: each }) => each), ['n']);
  });

  test('tells of no colleague whom nobody has seen', async () => {
    shop.lost = ['open_order'];
    shop.refused = { record_payment: [409, 'payments_changed'] };
    assert.equal(await payOpenOrder(500, 'KW-1'), 'Refused.');
  });

  test('goes where it is gone, or not theirs to see any more', async () => {
    shop.refused = { open_order: [403, 'not_allowed'] };
    await openOrder('KW-1', true);
    assert.equal($openOrder.get().status, 'failed');
    shop.refused = {};
    await openOrder('KW-1');
    shop.answers = { open_order: { found: false, message: 'No such order.' } };
    await openOrder('KW-1', true);
    assert.equal($openOrder.get().status, 'missing');
    assert.deepEqual(noticed(), []);
  });

  test('is told not to be loaded where it never was', async () => {
    await openOrder(null);
    shop.lost = 'everything';
    await openOrder('KW-1');
    assert.equal($openOrder.get().status, 'failed');
  });
});

test('a customer’s card stays, and goes where they are gone', async () => {
  shop.answers = { open_customer: { id, ban: null } };
  await showCustomer(id);
  shop.lost = 'everything';
  assert.match((await noteCustomer('A long note')) ?? '', /can’t be reached/);
  assert.equal($shownCustomer.get().status, 'open');
  shop.lost = [];
  shop.refused = { open_customer: [404, 'unknown_customer'] };
  await showCustomer(id, true);
  assert.equal($shownCustomer.get().status, 'failed');
});

test('the page of a design stays', async () => {
  shop.answers = { design_record: { id, design: null } };
  await showDesign(id);
  shop.lost = 'everything';
  await showDesign(id, true);
  assert.equal($shownDesign.get().status, 'open');
});

test('a list stays, can be worked on, and keeps who would be next', async () => {
  const list = { id, version: 3, kind: 'interest_check', status: 'closed', product_id: 'p' };
  const desk = {
    entries: [],
    per_day: [],
    offers: [],
    choices: [],
    answers: [],
    duplicates: [],
  };
  const next = [{ place: 4, choice_id: 'c' }];
  const batches = [{ id: 'b', code: 'B1', title: 'Run', stage: 'draft' }];
  shop.answers = { lists: [list], list_desk: desk, preview_offers: next, batches };
  await showList(id);
  shop.lost = ['lists', 'finish_list'];
  await finishThisList();
  const now = $openList.get();
  assert.ok(now.status === 'open');
  assert.equal(now.isBusy, false);
  assert.match(now.refusal?.message ?? '', /can’t be reached/);
  shop.lost = ['preview_offers', 'batches'];
  await showList(id);
  const later = $openList.get();
  assert.ok(later.status === 'open');
  assert.deepEqual([later.facts.next.length, later.batches.length], [1, 1]);
});

describe('a product that lies open', () => {
  const row = { id, version: 1, title: 'Board', url: 'board', status: 'draft', handling_days: 1 };
  const batch = { id: 'b', version: 1, product_id: id, kits: [] };

  const titleNow = () => {
    const desk = $productDesk.get();
    return desk.status === 'open' ? desk.form.product.values.title : desk.status;
  };
  const typeTitle = (title: string) => editProduct((form) => patchProduct(form, { title }));

  beforeEach(async () => {
    shop.answers = { products: [row], batches: [batch], save_product: { id } };
    await openProduct(id);
  });

  test('keeps what was typed since it was saved, and is read before it is saved again', async () => {
    typeTitle('Saved');
    const saving = saveOpenProduct();
    typeTitle('Typed since');
    shop.lost = ['products'];
    await saving;
    assert.equal(titleNow(), 'Typed since');
    assert.equal(await saveOpenProduct(), null);
    assert.equal(shop.written.filter(({ name }) => name === 'save_product').length, 1);
    shop.lost = [];
    shop.answers = { ...shop.answers, products: [{ ...row, version: 2, title: 'Saved' }] };
    assert.equal(await saveOpenProduct(), id);
    const [, second] = shop.written.filter(({ name }) => name === 'save_product');
    assert.match(JSON.stringify(second), /"version":2/);
    assert.match(JSON.stringify(second), /Typed since/);
  });

  test('keeps its batches where they could not be read again', async () => {
    shop.lost = ['batches'];
    await readBatchesAgain('Done.');
    const desk = $productDesk.get();
    assert.ok(desk.status === 'open');
    assert.deepEqual(
      desk.batches.map((each) => each.id),
      ['b'],
    );
  });
});

test('pictures stay where they could not be read again, and go where others are asked for', async () => {
  const list = createMediaList('all');
  shop.answers = { list_media: [{ id: 'm', bucket: 'product-images', path: 'a.webp' }] };
  await list.ask({});
  shop.lost = 'everything';
  await list.ask({});
  assert.deepEqual([list.$shown.get().status, list.$shown.get().pictures.length], ['ready', 1]);
  await list.more();
  assert.equal(list.$shown.get().status, 'ready');
  await list.ask({ search: 'other' });
  assert.equal(list.$shown.get().status, 'failed');
});

test('photos stay, and those of another tab are told not to be loaded', async () => {
  shop.answers = { list_photos: [{ id: 'f', path: 'a.webp', status: 'waiting' }] };
  await showPhotos('waiting');
  shop.lost = 'everything';
  await showPhotos('waiting');
  assert.deepEqual([$photos.get().status, $photos.get().photos.length], ['ready', 1]);
  await showPhotos('shown');
  assert.equal($photos.get().status, 'failed');
});

test('texts and their translations stay, and whether a language is published', async () => {
  shop.answers = {
    list_translations: [{ table_name: 't', row_id: 'r', column_name: 'c', place: 'a' }],
    settings: [{ key: 'k', value: 1, version: 1 }],
  };
  await showTexts({ search: '' });
  await readPublished('de');
  shop.lost = 'everything';
  await showTexts({});
  assert.deepEqual([$translations.get().status, $translations.get().texts.length], ['ready', 1]);
  assert.match((await publishLanguage('de', false)) ?? '', /can’t be reached/);
  assert.equal($publishedLanguage.get().status, 'ready');
  await readPublished('fr');
  assert.equal($publishedLanguage.get().status, 'failed');
});

test('the page of a zone stays, and what lies under it', async () => {
  await showZone(id);
  await readCoverage();
  shop.lost = 'everything';
  await showZone(id);
  await readCoverage();
  assert.deepEqual([$zonePage.get().status, $coverage.get().kind], ['open', 'ready']);
});

test('files and statements of the bank stay', async () => {
  await readFiles();
  await readHistory();
  shop.lost = 'everything';
  await readFiles();
  await readHistory();
  assert.deepEqual([$bankFiles.get().status, $history.get().status], ['ready', 'ready']);
});

test('the last counts of a pool stay', async () => {
  const values = { title: 'Plates', code: 'P', on_hand: 1, allocated: 0 };
  openCount({ id, version: 1, values }, () => undefined);
  await readLedger();
  shop.lost = 'everything';
  await readLedger();
  assert.equal($counting.get().ledger.kind, 'ready');
});

test('webhooks stay where their list could not be read again after one was removed', async () => {
  const leave = webhooks.$state.listen(() => undefined);
  $session.set({
    status: 'signed-in',
    userId: 'ada',
    sessionId: 's',
    email: null,
    phone: null,
    isSecondFactorDue: false,
    hasSecondFactor: false,
  });
  await webhooks.reload();
  shop.lost = ['list_webhooks'];
  assert.equal(await dropWebhook('w'), null);
  assert.equal(webhooks.$state.get().status, 'ready');
  await webhooks.reload();
  assert.equal(webhooks.$state.get().status, 'failed');
  leave();
  $session.set({ status: 'unknown' });
});

test('what waits to be published stays, and is told to be older', async () => {
  $deskDoor.set({ status: 'staff', role: 'owner' });
  const leave = $publish.listen(() => undefined);
  await look();
  assert.equal($publish.get().status, 'ready');
  shop.lost = 'everything';
  await look();
  const now = $publish.get();
  assert.match((now.status === 'ready' && now.problem) || '', /can’t be reached/);
  $deskDoor.set({ status: 'signed-out' });
  leave();
});
