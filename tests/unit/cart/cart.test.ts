import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { cartToCode, codeToCart } from '../../../src/features/cart/model/cart-link.ts';
import {
  joinLines,
  lineKey,
  parseCartLine,
  type KeptLine,
} from '../../../src/features/cart/model/cart-line.ts';
import { areSameLines, mergeChanges } from '../../../src/features/cart/model/cart-merge.ts';
import { mergeCarts } from '../../../src/features/cart/model/two-carts.ts';
import {
  parseStoredCart,
  readCart,
  troubleOf,
  writeCart,
} from '../../../src/features/cart/store/cart-storage.ts';
import { $setAside, forgetAside, hideAside, recallAside } from '../../../src/shared/set-aside.ts';
import codes from '../../cases/cart-codes.json' with { type: 'json' };

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;

function line(digit: number, quantity = 1, extra: Partial<KeptLine> = {}): KeptLine {
  const rest = { options: {}, design_id: null, offer_id: null, path: null };
  return { variant_id: id(digit), quantity, ...rest, ...extra };
}

const anId = fc.uuid({ version: 4 });
const anyLine = fc.record({
  variant_id: anId,
  quantity: fc.integer({ min: 1, max: 99 }),
  options: fc.dictionary(anId, anId, { maxKeys: 4 }),
  design_id: fc.option(anId),
  offer_id: fc.constant(null),
  path: fc.constant(null),
});

describe('a cart line', () => {
  test('is told apart by its options, its design and its offer, not by their order', () => {
    const one = line(1, 1, { options: { [id(2)]: id(3), [id(4)]: id(5) } });
    const same = line(1, 7, { options: { [id(4)]: id(5), [id(2)]: id(3) } });
    assert.equal(lineKey(one), lineKey(same));
    const others = [
      line(1),
      line(1, 1, { options: { [id(2)]: id(5), [id(4)]: id(3) } }),
      { ...one, design_id: id(6) },
      { ...one, offer_id: id(6) },
    ];
    assert.equal(new Set([one, ...others].map(lineKey)).size, 5);
  });

  test('added again becomes more of it, and never more than a line holds', () => {
    assert.deepEqual(joinLines([line(1, 2)], [line(1, 3), line(2)]), [line(1, 5), line(2)]);
    assert.equal(joinLines([line(1, 98)], [line(1, 98)])[0]?.quantity, 99);
    const offer = line(1, 1, { offer_id: id(9) });
    assert.equal(joinLines([offer], [offer])[0]?.quantity, 1);
  });

  test('is read from whatever somebody put there', () => {
    const read = (quantity: unknown) =>
      parseCartLine({ variant_id: id(1), quantity })?.quantity ?? null;
    assert.deepEqual([-5, 0, 2.9, 1e9, 'many', null, '3'].map(read), [1, 1, 2, 99, 1, 1, 3]);
    assert.equal(parseCartLine({ variant_id: 'x', quantity: 1 }), null);
    assert.equal(parseCartLine({ quantity: 1 }), null);
    const odd = { variant_id: id(1), options: { a: 'b', [id(2)]: id(3) }, path: '//evil.test' };
    assert.deepEqual(parseCartLine(odd), line(1, 1, { options: { [id(2)]: id(3) } }));
  });
});

describe('a link to a cart', () => {
  test('brings back every line', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyLine, { minLength: 1, maxLength: 20, selector: lineKey }),
        (lines) => areSameLines(codeToCart(cartToCode(lines)) ?? [], lines),
      ),
    );
  });

  test('does not carry an offer, which is one person’s', () => {
    const code = cartToCode([line(1), line(2, 1, { offer_id: id(3) })]);
    assert.deepEqual(codeToCart(code), [line(1)]);
  });

  test('given out earlier is read for ever', () => {
    for (const { code, lines } of codes) assert.deepEqual(codeToCart(code), lines);
  });

  test('that is cut, changed or invented is not one', () => {
    const code = cartToCode([line(1, 2, { options: { [id(2)]: id(3) } })]);
    for (const wrong of ['', 'AQ', code.slice(0, -4), `B${code.slice(1)}`, '%', '<script>']) {
      assert.equal(codeToCart(wrong), null, wrong);
    }
  });
});

describe('two carts of one person', () => {
  test('that never met become one, with the larger number of what is in both', () => {
    const merged = mergeCarts([line(1, 2), line(2)], [line(1, 3), line(3)]);
    assert.deepEqual(merged, [line(1, 3), line(2), line(3)]);
  });

  test('that drifted apart keep what changed on either side', () => {
    const base = [line(1, 1), line(2, 1), line(3, 1), line(4, 1)];
    // Here: more of 1, without 2, with a new 5. Elsewhere: more of 3, without 4, with a new 6.
    const here = [line(1, 2), line(3, 1), line(4, 1), line(5, 1)];
    const saved = [line(1, 1), line(2, 1), line(3, 4), line(6, 1)];
    const merged = mergeChanges(base, here, saved);
    assert.deepEqual(merged, [line(1, 2), line(3, 4), line(5), line(6)]);
  });

  test('are the same whatever their order', () => {
    assert.ok(areSameLines([line(1), line(2)], [line(2), line(1)]));
    assert.ok(!areSameLines([line(1)], [line(1, 2)]));
  });
});

describe('a stored cart', () => {
  const whole = JSON.stringify({ version: 1, revision: 4, lines: [line(1, 2), line(2)] });

  test('of this version is read as it is', () => {
    assert.deepEqual(parseStoredCart(whole), {
      lines: [line(1, 2), line(2)],
      revision: 4,
      writers: new Map(),
      isUnderstood: true,
    });
  });

  test('that was cut off gives back every line that is whole', () => {
    const cut = parseStoredCart(whole.slice(0, -30));
    assert.deepEqual(cut.lines, [line(1, 2)]);
    assert.equal(cut.isUnderstood, false);
  });

  test('never takes the readable lines along, wherever it is cut', () => {
    for (let end = 0; end < whole.length; end += 1) {
      const { lines } = parseStoredCart(whole.slice(0, end));
      const readable = whole.slice(0, end).split('"path":null}').length - 1;
      assert.equal(lines.length, readable, `cut at ${end}`);
    }
  });

  test('of an older, a newer or no version gives its lines', () => {
    assert.deepEqual(parseStoredCart(JSON.stringify([line(1)])).lines, [line(1)]);
    const newer = parseStoredCart(JSON.stringify({ version: 9, lines: [{ ...line(1), gift: 1 }] }));
    assert.deepEqual(newer, {
      lines: [line(1)],
      revision: 0,
      writers: new Map(),
      isUnderstood: false,
    });
    for (const odd of ['', 'null', '7', '"x"', '{}', '{"lines":7}']) {
      assert.deepEqual(parseStoredCart(odd).lines, [], odd);
    }
  });
});

describe('a stored cart that can’t be read', () => {
  const whole = JSON.stringify({ version: 1, revision: 4, lines: [line(1, 2), line(2)] });

  test('is told apart from an empty one, with how much of it was read', () => {
    const told = (text: string) => {
      const trouble = troubleOf(text);
      return trouble && [trouble.why, trouble.readLines, trouble.lostLines];
    };
    for (const fine of [whole, '[]', '', 'null', '{}', JSON.stringify([line(1)])])
      assert.equal(told(fine), null, fine);
    assert.deepEqual(told(whole.slice(0, -30)), ['damaged', 1, 1]);
    assert.deepEqual(told(whole.slice(0, 20)), ['damaged', 0, null]);
    assert.deepEqual(told('overwritten'), ['damaged', 0, null]);
    assert.deepEqual(told(whole.replace(id(1), 'gone')), ['damaged', 1, 1]);
    const newer = JSON.stringify({ version: 9, lines: [line(1)] });
    assert.deepEqual(told(newer), ['other-version', 1, 0]);
    const other = { version: 9, parcels: [{ goods: [line(1), line(2)] }] };
    assert.deepEqual(told(JSON.stringify(other)), ['other-version', 2, 0]);
  });

  test('gives the lines of a version that keeps them elsewhere', () => {
    const other = { version: 9, parcels: [{ goods: [line(1), line(2, 3)] }] };
    assert.deepEqual(parseStoredCart(JSON.stringify(other)).lines, [line(1), line(2, 3)]);
  });
});

/** A browser's storage with the faults that browsers have. */
function makeBox(fault: 'none' | 'full' | 'blocked') {
  const values = new Map<string, string>();
  const guard = () => {
    if (fault === 'blocked') throw new Error('SecurityError');
  };
  return {
    values,
    getItem(key: string) {
      guard();
      return values.get(key) ?? null;
    },
    setItem(key: string, value: string) {
      guard();
      if (fault === 'full') throw new Error('QuotaExceededError');
      values.set(key, value);
    },
    removeItem(key: string) {
      guard();
      values.delete(key);
    },
  };
}

describe('keeping a cart', () => {
  const names = ['localStorage', 'sessionStorage'] as const;
  const own = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const give = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

  beforeEach(() => names.forEach((name) => give(name, makeBox('none'))));
  afterEach(() => {
    names.forEach((name, at) => {
      const descriptor = own[at];
      if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, descriptor);
    });
  });

  test('what was written is read, and each writing is newer than the last', () => {
    assert.equal(writeCart([line(1)]), 'browser');
    assert.equal(writeCart([line(1, 2)]), 'browser');
    assert.deepEqual(readCart(), {
      lines: [line(1, 2)],
      revision: 2,
      writers: new Map(),
      isUnderstood: true,
    });
  });

  test('what could not be read is set aside before it is written over', () => {
    const box = makeBox('none');
    give('localStorage', box);
    box.values.set('keywright:cart', '{"version":9,"lines":[],"wishes":["a"]}');
    writeCart([line(1)]);
    assert.match(box.values.get('keywright:cart:aside') ?? '', /wishes/);
    assert.deepEqual(readCart().lines, [line(1)]);
  });

  test('what could not be read is told until it was hidden, and kept anyway', () => {
    const box = makeBox('none');
    give('localStorage', box);
    const cut = '{"version":1,"revision":3,"lines":[{"variant_id":"0000';
    box.values.set('keywright:cart', cut);
    assert.deepEqual(readCart().lines, []);
    assert.equal($setAside.get()['keywright:cart'], cut);
    writeCart([line(1)]);
    assert.equal(box.values.get('keywright:cart:aside'), cut);
    hideAside('keywright:cart');
    recallAside('keywright:cart');
    assert.equal($setAside.get()['keywright:cart'], undefined);
    assert.ok([...box.values.values()].includes(cut));
    // Another one is told anew.
    box.values.set('keywright:cart', `${cut}1`);
    readCart();
    assert.equal($setAside.get()['keywright:cart'], `${cut}1`);
    forgetAside('keywright:cart');
    assert.ok(![...box.values.keys()].some((key) => key.includes('aside')));
  });

  test('a full browser keeps it in the tab, a closed one on the page', () => {
    give('localStorage', makeBox('full'));
    assert.equal(writeCart([line(1)]), 'tab');
    assert.deepEqual(readCart().lines, [line(1)]);
    names.forEach((name) => give(name, makeBox('blocked')));
    assert.equal(writeCart([line(1)]), 'page');
    assert.deepEqual(readCart().lines, []);
  });

  test('the copy of the tab gives way once the browser has a newer one', () => {
    const local = makeBox('full');
    give('localStorage', local);
    writeCart([line(1)]);
    give('localStorage', makeBox('none'));
    writeCart([line(2)]);
    assert.deepEqual(readCart().lines, [line(2)]);
  });
});
