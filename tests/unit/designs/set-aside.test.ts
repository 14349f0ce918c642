import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { encodeDesign } from '#features/designs/model/design-code.ts';
import { startingDesign } from '#features/designs/model/design.ts';
import { emptyForm } from '#features/catalogue/model/form/product-form.ts';
import {
  arePreferencesWhole,
  formatPreferences,
  noPreferences,
} from '#desk-kit/model/table-layout.ts';
import {
  $snapshots,
  addSnapshot,
  draftsKey,
  snapshotKey,
  takeDraft,
} from '#features/picker/store/design-drafts.ts';
import { draftKey, forgetAllDrafts } from '#desk-kit/store/desk-drafts.ts';
import { keepDraft, keptDraft } from '#features/catalogue/store/desk-product-draft.ts';
import { guestOrdersKey, keepOrder, keptOrders } from '#features/orders/store/placed-order.ts';
import { $setAside } from '#shared/set-aside.ts';

/** A browser's storage, whose keys are its own properties as in browsers. */
function makeStorage(): Storage {
  const methods = {
    getItem: (key: string) => Reflect.get(box, key) ?? null,
    setItem: (key: string, value: string) => Reflect.set(box, key, value),
    removeItem: (key: string) => Reflect.deleteProperty(box, key),
  };
  const box = Object.create(methods);
  return box;
}

const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
const store = (value: unknown) =>
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });

/** Every text that the browser still has. */
const texts = (): readonly string[] => Object.values(localStorage);

describe('what a browser kept and nobody can read', () => {
  beforeEach(() => {
    store(makeStorage());
    $setAside.set({});
  });
  afterEach(() => {
    if (own === undefined) Reflect.deleteProperty(globalThis, 'localStorage');
    else Object.defineProperty(globalThis, 'localStorage', own);
  });

  const code = encodeDesign({ name: 'Dune', design: startingDesign });

  test('of snapshots is told, and is still there after the next one is kept', async () => {
    const cut = JSON.stringify([{ name: 'Dune', code }]).slice(0, -9);
    localStorage.setItem(snapshotKey, cut);
    await takeDraft();
    assert.equal($setAside.get()[snapshotKey], cut);
    addSnapshot('Next');
    assert.ok(texts().includes(cut));
    assert.equal($snapshots.get().length, 1);
  });

  test('of snapshots in part takes only itself along', async () => {
    const partly = JSON.stringify([{ name: 'Dune', code }, { name: 'Tide' }]);
    localStorage.setItem(snapshotKey, partly);
    await takeDraft();
    assert.deepEqual(
      $snapshots.get().map(({ name }) => name),
      ['Dune'],
    );
    assert.equal($setAside.get()[snapshotKey], partly);
  });

  test('of drafts of designs is told, and no draft of a desk is taken for one', async () => {
    const broken = `{"code":"${code.slice(0, 9)}","savedAt":1}`;
    localStorage.setItem(`keywright:draft:${crypto.randomUUID()}`, broken);
    keepDraft(emptyForm('p'), { ...emptyForm('p'), removed: ['x'] });
    await takeDraft();
    assert.equal($setAside.get()[draftsKey], broken);
  });

  test('of a product’s draft is told and kept, until its reader may not read it any more', () => {
    const saved = emptyForm('p');
    for (const broken of ['{"saved":', '{"saved":{},"form":{}}', '{"form":7}']) {
      localStorage.setItem(draftKey('p'), broken);
      assert.equal(keptDraft(saved), null);
      assert.equal($setAside.get()[draftKey('p')], broken);
      keepDraft(saved, saved);
      assert.ok(texts().includes(broken), broken);
    }
    forgetAllDrafts();
    assert.deepEqual(texts(), []);
    assert.deepEqual($setAside.get(), {});
  });

  test('of a guest’s orders is told, and is still there after the next order', () => {
    localStorage.setItem(guestOrdersKey, '[{"id":"o","number":"KW-1","tok');
    assert.deepEqual(keptOrders(), []);
    const order = {
      id: 'n',
      number: 'KW-2',
      totalMinor: 0,
      currency: 'EUR',
      payBy: '',
      token: 't',
    };
    keepOrder({ ...order, payment: 'demo' });
    assert.equal(keptOrders().length, 1);
    assert.ok(texts().some((text) => text.includes('KW-1')));
    assert.ok($setAside.get()[guestOrdersKey]?.includes('KW-1'));
  });

  test('of saved views is known from what is whole', () => {
    assert.ok(arePreferencesWhole(formatPreferences(noPreferences)));
    assert.ok(arePreferencesWhole('{"hidden":["url"]}'));
    for (const broken of ['', '{', '[]', '7', '{"views":{}}', '{"views":[{"name":1}]}'])
      assert.ok(!arePreferencesWhole(broken), broken);
  });
});
