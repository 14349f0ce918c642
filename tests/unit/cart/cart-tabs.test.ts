import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import type * as cartModule from '../../../src/features/cart/store/cart.ts';

type Cart = typeof cartModule;

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
const line = (digit: number) => ({
  variant_id: id(digit),
  quantity: 1,
  options: {},
  design_id: null,
  offer_id: null,
});
const key = 'keywright:cart';

interface Tab {
  readonly cart: Cart;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Writes that the browser has not heard of. */
  readonly unsent: string[];
  /** What the browser took in that this tab has not heard of; null for a write of its own. */
  readonly unheard: (string | null)[];
  view: string | null;
  unacknowledged: number;
}

let loads = 0;
async function openTab(): Promise<Tab> {
  loads += 1;
  const file = new URL('../../../src/features/cart/store/cart.ts', import.meta.url).href;
  const cart = (await import(`${file}?tab=${loads}`)) as Cart;
  const tab: Tab = {
    cart,
    storage: {
      getItem: (name) => (name === key ? tab.view : null),
      setItem(name, text) {
        if (name !== key) return;
        tab.view = text;
        tab.unsent.push(text);
        tab.unacknowledged += 1;
      },
      removeItem: () => {},
    },
    unsent: [],
    unheard: [],
    view: null,
    unacknowledged: 0,
  };
  return tab;
}

const own = ['localStorage', 'dispatchEvent'].map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
);
after(() => {
  for (const [name, descriptor] of own)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

/** As tabs of two processes share a storage: each has a view, and what it writes travels. */
function act(tab: Tab, work: (cart: Cart) => void): void {
  Object.defineProperty(globalThis, 'localStorage', { value: tab.storage, configurable: true });
  Object.defineProperty(globalThis, 'dispatchEvent', { value: () => true, configurable: true });
  work(tab.cart);
}

function takeIn(tabs: readonly Tab[], from: Tab): void {
  const text = from.unsent.shift();
  if (text === undefined) return;
  for (const tab of tabs) tab.unheard.push(tab === from ? null : text);
}

function hear(tab: Tab): void {
  const text = tab.unheard.shift();
  if (text === undefined) return;
  if (text === null) tab.unacknowledged -= 1;
  // A tab's own write that is still under way hides what others wrote before it.
  else if (tab.unacknowledged === 0) tab.view = text;
  if (text !== null) act(tab, (cart) => cart.rereadCart());
}

function comeToRest(tabs: readonly Tab[]): void {
  while (tabs.some(({ unsent, unheard }) => unsent.length + unheard.length > 0))
    for (const tab of tabs) {
      takeIn(tabs, tab);
      hear(tab);
    }
}

const linesOf = (view: string | null) =>
  (JSON.parse(view ?? '{"lines":[]}') as { lines: ReturnType<typeof line>[] }).lines;

const steps = ['press', 'press', 'takeIn', 'hear'] as const;
const anyStep = fc.record({ tab: fc.nat(1), step: fc.constantFrom(...steps) });

test('presses in two tabs all count, however late each hears of the other', async () => {
  const run = async (history: readonly { tab: number; step: (typeof steps)[number] }[]) => {
    const tabs = [await openTab(), await openTab()];
    let presses = 0;
    for (const { tab: at, step } of history) {
      const tab = tabs[at];
      assert.ok(tab);
      if (step === 'takeIn') takeIn(tabs, tab);
      else if (step === 'hear') hear(tab);
      else {
        presses += 1;
        act(tab, (cart) => cart.addToCart(line(1)));
      }
    }
    comeToRest(tabs);
    for (const { view } of tabs) assert.equal(linesOf(view)[0]?.quantity ?? 0, presses);
  };
  await fc.assert(fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), run), { numRuns: 200 });
});

test('what another tab removed stays removed, and what an order took stays taken', async () => {
  const tabs = [await openTab(), await openTab()];
  const [one, two] = tabs;
  assert.ok(one && two);
  act(one, (cart) => cart.addLines([1, 2, 3].map((digit) => ({ ...line(digit), path: null }))));
  comeToRest(tabs);
  act(one, (cart) => cart.removeLine(line(1)));
  act(two, (cart) => cart.dropOrdered([line(2)]));
  act(one, (cart) => cart.setQuantity(line(3), 5));
  act(two, (cart) => cart.addToCart(line(4)));
  comeToRest(tabs);
  for (const { view } of tabs) {
    const counts = linesOf(view).map((each) => [each.variant_id, each.quantity]);
    assert.deepEqual(counts.toSorted(), [
      [id(3), 5],
      [id(4), 1],
    ]);
  }
});
