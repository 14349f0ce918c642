import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineFacts, parseGoods, type Goods } from '#features/cart/model/goods.ts';

const picture = (src: string, of: { variantId?: string; optionValueId?: string } = {}) => ({
  src,
  alt: '',
  variantId: null,
  optionValueId: null,
  ...of,
});

function goodsWith(required: readonly string[]): Goods {
  const variants = ['kit', 'ring', 'pcb'].map((id) => ({
    id,
    sku: id,
    title: id,
    priceMinor: 100,
    currency: 'EUR',
    availability: 'in_stock',
    shipsOn: null,
    maxPerCustomer: null,
    isDesigned: false,
    isRequired: required.includes(id),
  }));
  const options = [
    {
      id: 'case',
      code: 'case',
      title: 'Case',
      values: [{ id: 'ember', code: 'ember', title: 'Ember', priceDeltaMinor: 0 }],
    },
  ];
  const images = [
    picture('whole'),
    picture('in-ember', { optionValueId: 'ember' }),
    picture('bare-pcb', { variantId: 'pcb' }),
  ];
  const product = { id: 'board', title: 'Board', kind: 'keyboard', handlingDays: 2, batches: [] };
  const goods = parseGoods({ data: { product: { ...product, variants, options, images } } }, '/x');
  assert.ok(goods !== null);
  return goods;
}

const pictureOf = (goods: Goods, variant: string, options: Readonly<Record<string, string>> = {}) =>
  lineFacts({ variant_id: variant, quantity: 1, options, design_id: null, offer_id: null }, goods)
    ?.picture?.src;

test('a part without a picture of its own is not shown as the whole', () => {
  const kits = goodsWith(['kit']);
  assert.equal(pictureOf(kits, 'kit'), 'whole');
  assert.equal(pictureOf(kits, 'kit', { case: 'ember' }), 'in-ember');
  assert.equal(pictureOf(kits, 'pcb'), 'bare-pcb');
  assert.equal(pictureOf(kits, 'ring'), undefined);
});

test('B-stock has the name, the flaws and the pictures that its page gives it', () => {
  const { variants, options, images, ...rest } = goodsWith([]);
  const [kit] = variants;
  assert.ok(kit);
  const marked = { ...kit, id: 'marked', title: 'kit, B-stock', flaws: 'A mark', likeId: 'kit' };
  const own = [...images, picture('kit-alone', { variantId: 'kit' })];
  const product = {
    ...rest,
    id: 'board',
    batches: [],
    variants: [kit, marked],
    options,
    images: own,
  };
  const goods = parseGoods({ data: { product } }, '/x');
  assert.ok(goods);
  const line = { variant_id: 'marked', quantity: 1, options: {}, design_id: null, offer_id: null };
  const facts = lineFacts(line, goods);
  assert.equal(facts?.variantTitle, 'kit, B-stock');
  assert.equal(facts.flaws, 'A mark');
  assert.equal(facts.picture?.src, 'kit-alone');
  assert.equal(lineFacts({ ...line, variant_id: 'kit' }, goods)?.flaws, '');
});

test('where the subject is not in the middle, the line shows the part that a card shows', () => {
  const { variants, options, ...rest } = goodsWith([]);
  const images = [{ ...picture('whole'), card: 'cut' }];
  const product = { ...rest, id: 'board', batches: [], variants, options, images };
  const goods = parseGoods({ data: { product } }, '/x');
  assert.equal(goods && pictureOf(goods, 'kit'), 'cut');
});

test('of things that are sold one for another, each is shown as its product is', () => {
  const sizes = goodsWith([]);
  assert.deepEqual(
    ['kit', 'ring', 'pcb'].map((id) => pictureOf(sizes, id)),
    ['whole', 'whole', 'bare-pcb'],
  );
});
