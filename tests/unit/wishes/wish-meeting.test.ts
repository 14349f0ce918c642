import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, mock, test } from 'node:test';
import { applyChanges, parseChange, wishKey, type Wish } from '#features/wishes/model/wish.ts';
import { readBox } from '#features/wishes/store/wish-box.ts';
import { meetAccount, takeWishesAlong } from '#features/wishes/store/wish-meeting.ts';
import { dropWishes, keepThing, rereadWishes, $wishes } from '#features/wishes/store/wishes.ts';

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
const [ada, ben] = ['ada', 'ben'];

/** The shop's side, as save_wishes answers for whoever is signed in. */
const shop = {
  lists: new Map<string, readonly Wish[]>(),
  caller: ada,
  isDown: false,
  losesAnswers: false,
  room: 500,
  asked: 0,
  /** Runs once, while a request is under way. */
  meanwhile: () => {},
  async answer(body: string): Promise<Response> {
    this.asked += 1;
    if (this.isDown) throw new TypeError('offline');
    const { p_changes: changes } = JSON.parse(body) as { p_changes: Record<string, unknown>[] };
    let list = this.lists.get(this.caller) ?? [];
    const leftOut: number[] = [];
    for (const [place, raw] of changes.entries()) {
      const change = parseChange({
        changeId: String(place),
        isKept: raw['is_kept'],
        wishId: null,
        productId: raw['product_id'],
        path: null,
        title: 'x',
        variantIds: raw['variant_ids'],
        options: raw['options'],
        note: raw['note'],
        wasGone: raw['was_gone'],
        keptAt: raw['kept_at'],
      });
      assert.ok(change);
      const changed = applyChanges(list, [change]);
      if (changed.length > this.room) leftOut.push(place);
      else list = changed;
    }
    this.lists.set(this.caller, list);
    const run = this.meanwhile;
    this.meanwhile = () => {};
    run();
    if (this.losesAnswers) throw new TypeError('lost');
    const wishes = list.map((wish) => ({
      id: id(9),
      product_id: wish.productId,
      variant_ids: wish.variantIds,
      options: wish.options,
      kind: 'product',
      url: 'x',
      title: wish.title,
      note: wish.note,
      was_gone: wish.wasGone,
      kept_at: wish.keptAt,
    }));
    return Response.json({ wishes, left_out: leftOut });
  },
};

class Box {
  readonly values = new Map<string, string>();
  getItem(key: string) {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    this.values.set(key, value);
  }
  removeItem(key: string) {
    this.values.delete(key);
  }
}

const ownFetch = globalThis.fetch;
let browsers: readonly Box[] = [];
function use(at: number) {
  Object.defineProperty(globalThis, 'localStorage', { value: browsers[at], configurable: true });
  // What another browser holds is nothing that this tab wrote a moment ago.
  mock.timers.tick(60_000);
  rereadWishes();
}

before(() => {
  mock.timers.enable({ apis: ['Date'] });
  Object.assign(globalThis, { dispatchEvent: () => true });
  globalThis.fetch = (async (_address, init) => shop.answer(String(init?.body))) as typeof fetch;
});
after(() => {
  mock.timers.reset();
  globalThis.fetch = ownFetch;
  Reflect.deleteProperty(globalThis, 'localStorage');
});
beforeEach(() => {
  Object.assign(shop, { caller: ada, isDown: false, losesAnswers: false, room: 500 });
  shop.lists.clear();
  browsers = [new Box(), new Box()];
  use(0);
});

const keep = (digit: number, variant?: number) =>
  keepThing({
    productId: id(digit),
    path: `/products/p${digit}`,
    title: `p${digit}`,
    variantIds: variant === undefined ? [] : [id(variant)],
    options: {},
    isGone: false,
  });
const drop = (digit: number) =>
  dropWishes($wishes.get().filter(({ productId }) => productId === id(digit)));
const here = () =>
  $wishes
    .get()
    .map((wish) => wishKey(wish).slice(0, 1))
    .toSorted()
    .join('');
const there = (who = ada) =>
  (shop.lists.get(who) ?? [])
    .map((wish) => wishKey(wish).slice(0, 1))
    .toSorted()
    .join('');

describe('a list that meets its account', () => {
  test('unites with what the account keeps, without loss and without doubles', async () => {
    keep(1);
    keep(2);
    await meetAccount(ada);
    use(1);
    keep(2);
    keep(3);
    assert.deepEqual(await meetAccount(ada), { status: 'agreed' });
    assert.deepEqual([here(), there()], ['123', '123']);
    use(0);
    await meetAccount(ada);
    assert.equal(here(), '123');
  });

  test('what one browser removes is gone from the other, which kept it all the time', async () => {
    keep(1);
    keep(2);
    await meetAccount(ada);
    use(1);
    await meetAccount(ada);
    drop(1);
    await meetAccount(ada);
    use(0);
    await meetAccount(ada);
    assert.deepEqual([here(), there()], ['2', '2']);
  });

  test('what was done without a network is handed in later, and what others did meanwhile stays', async () => {
    keep(1);
    await meetAccount(ada);
    shop.isDown = true;
    keep(2);
    drop(1);
    const failed = await meetAccount(ada);
    assert.equal(failed.status === 'failed' && failed.error.kind, 'unreachable');
    assert.equal(here(), '2');
    shop.isDown = false;
    use(1);
    keep(3);
    await meetAccount(ada);
    use(0);
    await meetAccount(ada);
    assert.deepEqual([here(), there()], ['23', '23']);
  });

  test('an answer that was lost is asked for again, and nothing is kept twice', async () => {
    keep(1, 7);
    shop.losesAnswers = true;
    await meetAccount(ada);
    assert.equal(there(), '1');
    shop.losesAnswers = false;
    await meetAccount(ada);
    assert.deepEqual([here(), there(), readBox().changes], ['1', '1', []]);
  });

  test('what is pressed while the shop answers is not lost', async () => {
    keep(1);
    shop.meanwhile = () => void keep(2);
    assert.deepEqual(await meetAccount(ada), { status: 'agreed' });
    assert.deepEqual([here(), there()], ['12', '12']);
  });

  test('once all is agreed, the shop is asked once and told nothing', async () => {
    keep(1);
    await meetAccount(ada);
    const { asked } = shop;
    await meetAccount(ada);
    assert.equal(shop.asked - asked, 1);
  });

  test('what the account has no room for stays in this browser, and is handed in once there is some', async () => {
    shop.room = 1;
    keep(1);
    keep(2);
    assert.deepEqual(await meetAccount(ada), { status: 'full' });
    assert.deepEqual([here(), there()], ['12', '1']);
    drop(1);
    assert.deepEqual(await meetAccount(ada), { status: 'agreed' });
    assert.deepEqual([here(), there()], ['2', '2']);
  });

  test('whoever leaves takes their list along, and what was not handed in waits for them alone', async () => {
    keep(1);
    await meetAccount(ada);
    shop.isDown = true;
    keep(2);
    await meetAccount(ada);
    takeWishesAlong(ada);
    assert.equal(here(), '');
    shop.isDown = false;
    shop.caller = ben;
    keep(3);
    await meetAccount(ben);
    assert.deepEqual([here(), there(ben)], ['3', '3']);
    takeWishesAlong(ben);
    shop.caller = ada;
    await meetAccount(ada);
    assert.deepEqual([here(), there()], ['12', '12']);
  });

  test('another account that signs in after a session was lost gets its own list', async () => {
    keep(1);
    await meetAccount(ada);
    shop.caller = ben;
    await meetAccount(ben);
    assert.deepEqual([here(), there(ben)], ['', '']);
  });

  test('whoever signed out meanwhile is asked for nothing more', async () => {
    keep(1);
    const { asked } = shop;
    await meetAccount(ada, () => false);
    assert.equal(shop.asked, asked);
    assert.equal(here(), '1');
  });
});
