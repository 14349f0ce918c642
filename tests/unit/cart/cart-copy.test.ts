import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { lineKey, type CartLine } from '../../../src/features/cart/model/cart-line.ts';
import { areSameLines } from '../../../src/features/cart/model/cart-merge.ts';
import { compareCarts } from '../../../src/features/cart/model/two-carts.ts';
import { readWaiting } from '../../../src/features/cart/store/agreed-cart.ts';
import {
  addToCart,
  currentCart,
  removeLine,
  setQuantity,
} from '../../../src/features/cart/store/cart.ts';
import { $choices, choose } from '../../../src/features/cart/store/cart-choices.ts';
import {
  meetAccount,
  settleCarts,
  takeCartAlong,
} from '../../../src/features/cart/store/cart-copy.ts';

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
const line = (digit: number, quantity = 1) => {
  const rest = { options: {}, design_id: null, offer_id: null, path: null };
  return { variant_id: id(digit), quantity, ...rest };
};
const [ada, ben] = ['ada', 'ben'];

/** The shop's side, as save_cart and my_cart answer for whoever is signed in. */
const shop = {
  carts: new Map<
    string,
    { lines: readonly CartLine[]; version: number; together?: string | null }
  >(),
  caller: ada,
  isDown: false,
  losesAnswers: false,
  /** Runs once, while a request is under way. */
  meanwhile: () => {},
  async answer(url: string, body: string): Promise<Response> {
    if (this.isDown) throw new TypeError('offline');
    const cart = this.carts.get(this.caller) ?? { lines: [], version: 0 };
    const asked = JSON.parse(body) as {
      p_lines?: CartLine[];
      p_version?: number;
      p_together?: string;
    };
    const together = asked.p_together ?? null;
    let isSaved = false;
    if (url.endsWith('save_cart')) {
      const isSame =
        areSameLines(asked.p_lines ?? [], cart.lines) && together === (cart.together ?? null);
      isSaved = asked.p_version === cart.version || isSame;
      if (asked.p_version === cart.version) {
        this.carts.set(this.caller, {
          lines: asked.p_lines ?? [],
          version: cart.version + 1,
          together,
        });
      }
    }
    const now = this.carts.get(this.caller) ?? cart;
    const run = this.meanwhile;
    this.meanwhile = () => {};
    run();
    if (this.losesAnswers) throw new TypeError('lost');
    return Response.json({ ...now, saved_at: null, is_saved: isSaved });
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
const use = (at: number) =>
  Object.defineProperty(globalThis, 'localStorage', { value: browsers[at], configurable: true });
const here = () => currentCart().lines;
const meet = (userId = ada, isAsked = true) => {
  shop.caller = userId;
  return meetAccount(userId, isAsked);
};
const savedOf = (userId = ada) => shop.carts.get(userId)?.lines ?? [];

describe('a cart and the copy of its account', () => {
  before(() => {
    Object.assign(globalThis, { dispatchEvent: () => true });
    globalThis.fetch = async (input, init) => shop.answer(String(input), String(init?.body));
  });
  after(() => {
    globalThis.fetch = ownFetch;
    Reflect.deleteProperty(globalThis, 'localStorage');
  });
  beforeEach(() => {
    shop.carts.clear();
    Object.assign(shop, { isDown: false, losesAnswers: false, meanwhile: () => {} });
    browsers = [new Box(), new Box()];
    use(0);
    choose({ together: null });
  });

  test('a guest’s cart becomes the account’s, and is there in another browser', async () => {
    addToCart(line(1, 2));
    assert.equal((await meet()).status, 'agreed');
    use(1);
    await meet();
    assert.deepEqual(here(), [line(1, 2)]);
  });

  test('two carts that differ wait for a word, and each word does what it says', async () => {
    const words = { together: [line(1, 3), line(2), line(3)], here: null, account: null };
    const guest = [line(1, 3), line(2)];
    const account = [line(1, 2), line(3)];
    for (const choice of ['together', 'here', 'account'] as const) {
      shop.carts.set(ada, { lines: account, version: 4 });
      browsers = [new Box(), new Box()];
      use(0);
      for (const each of guest) addToCart(each);
      const meeting = await meet();
      assert.ok(meeting.status === 'undecided');
      assert.deepEqual([here(), savedOf()], [guest, account]);
      settleCarts(meeting.carts, choice);
      assert.equal((await meet(ada, false)).status, 'agreed');
      const expected = words[choice] ?? (choice === 'here' ? guest : account);
      assert.ok(areSameLines(here(), expected), choice);
      assert.ok(areSameLines(savedOf(), expected), choice);
    }
  });

  test('whether all of it is sent together follows its account, and the later word counts', async () => {
    const wish = () => $choices.get().together;
    addToCart(line(1));
    choose({ together: 'Ships in Q3 2027' });
    await meet();
    use(1);
    choose({ together: null });
    await meet();
    assert.equal(wish(), 'Ships in Q3 2027');
    choose({ together: null });
    await meet(ada, false);
    use(0);
    choose({ together: 'Ships in Q3 2027' });
    addToCart(line(2));
    await meet();
    assert.equal(wish(), null);
    assert.equal(shop.carts.get(ada)?.together, null);
    // What was chosen here since is not undone by what was put in elsewhere.
    choose({ together: 'Ships in Q4 2027' });
    shop.carts.set(ada, { lines: [line(3)], version: 9, together: null });
    await meet();
    assert.equal(wish(), 'Ships in Q4 2027');
    assert.equal(shop.carts.get(ada)?.together, 'Ships in Q4 2027');
  });

  test('the preview counts what is in each and in both together', () => {
    const rows = compareCarts([line(1, 3), line(2)], [line(1, 2), line(3)]);
    const counts = rows.map(({ here: mine, saved, together }) => [mine, saved, together]);
    assert.deepEqual(counts, [
      [3, 2, 3],
      [1, 0, 1],
      [0, 1, 1],
    ]);
  });

  test('a press while an answer is under way is kept and handed in', async () => {
    addToCart(line(1));
    await meet();
    addToCart(line(2));
    shop.meanwhile = () => addToCart(line(3));
    await meet(ada, false);
    assert.equal(savedOf().length, 3);
    assert.equal(here().length, 3);
  });

  test('offline nothing is lost, and both browsers’ changes hold afterwards', async () => {
    addToCart(line(1));
    addToCart(line(2));
    await meet();
    use(1);
    await meet();
    shop.isDown = true;
    removeLine(line(1));
    addToCart(line(4));
    assert.equal((await meet()).status, 'failed');
    use(0);
    addToCart(line(3));
    setQuantity(line(2), 5);
    assert.equal((await meet()).status, 'failed');
    shop.isDown = false;
    await meet();
    use(1);
    await meet();
    use(0);
    await meet();
    assert.ok(areSameLines(here(), [line(2, 5), line(3), line(4)]));
    assert.ok(areSameLines(savedOf(), here()));
  });

  test('a lost answer is no second piece', async () => {
    addToCart(line(1));
    await meet();
    addToCart(line(1));
    shop.losesAnswers = true;
    assert.equal((await meet(ada, false)).status, 'failed');
    shop.losesAnswers = false;
    await meet(ada, false);
    assert.deepEqual(
      savedOf(),
      here().map(({ path: _path, ...rest }) => rest),
    );
    assert.equal(here()[0]?.quantity, 2);
  });

  test('a cart that was wiped or broken from outside takes nothing out of the account', async () => {
    addToCart(line(1, 2));
    await meet();
    for (const broken of [null, '{"version":1,"revision":9,"li', '[]', '{}']) {
      const box = browsers[0];
      if (broken === null) box?.removeItem('keywright:cart');
      else box?.setItem('keywright:cart', broken);
      await meet();
      assert.deepEqual(savedOf()[0]?.quantity, 2, String(broken));
      assert.equal(here().length, 1, String(broken));
    }
  });

  test('whoever signs out takes the cart along, and gets back what could not be handed in', async () => {
    addToCart(line(1));
    await meet();
    shop.isDown = true;
    addToCart(line(2));
    takeCartAlong(ada);
    assert.deepEqual(here(), []);
    shop.isDown = false;
    await meet(ben);
    assert.deepEqual([here(), savedOf(ben)], [[], []]);
    addToCart(line(7));
    await meet(ben, false);
    takeCartAlong(ben);
    await meet(ada);
    assert.ok(areSameLines(here(), [line(1), line(2)]));
    assert.ok(areSameLines(savedOf(), here()));
    assert.equal(readWaiting(ada), null);
    assert.ok(areSameLines(savedOf(ben), [line(7)]));
  });

  test('whoever has begun to sign out when the turn comes is asked for nothing more', async () => {
    shop.isDown = true;
    assert.equal((await meetAccount(ada, true)).status, 'failed');
    assert.equal((await meetAccount(ada, true, () => false)).status, 'agreed');
  });

  test('whose session was lost never hands a cart to the next person', async () => {
    addToCart(line(1));
    await meet(ada);
    addToCart(line(2));
    await meet(ben);
    assert.deepEqual([here(), savedOf(ben)], [[], []]);
    takeCartAlong(ben);
    await meet(ada);
    assert.equal(here().length, 2);
  });

  test('whatever two browsers do in whatever order, they end alike and no line vanishes', async () => {
    const act = fc.record({
      at: fc.nat(1),
      kind: fc.constantFrom('add', 'set', 'remove', 'meet', 'lose'),
      digit: fc.integer({ min: 1, max: 5 }),
      quantity: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        shop.carts.clear();
        browsers = [new Box(), new Box()];
        for (const at of [0, 1]) {
          use(at);
          await meet();
        }
        const removed = new Set<string>();
        const added = new Set<string>();
        for (const { at, kind, digit, quantity } of acts) {
          use(at);
          const thing = line(digit, quantity);
          if (kind === 'add') added.add(lineKey(thing));
          if (kind === 'remove') removed.add(lineKey(thing));
          if (kind === 'add') addToCart(thing);
          else if (kind === 'set') setQuantity(thing, quantity);
          else if (kind === 'remove') removeLine(thing);
          else {
            shop.losesAnswers = kind === 'lose';
            await meet();
            shop.losesAnswers = false;
          }
        }
        for (const at of [0, 1, 0, 1]) {
          use(at);
          await meet();
        }
        const second = here();
        use(0);
        assert.ok(areSameLines(here(), second) && areSameLines(second, savedOf()));
        const kept = new Set(second.map(lineKey));
        for (const key of added) assert.ok(kept.has(key) || removed.has(key), 'a line vanished');
      }),
      { numRuns: 150 },
    );
  });
});
