import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deskRow, type Draft } from '#desk-kit/model/desk-row.ts';
import { csvLine, parseCsv } from '#shared/csv.ts';
import { linesOfProduct, productFile } from '#features/catalogue/model/files/product-file.ts';
import {
  changesOf,
  emptyForm,
  type PartDraft,
  type ProductForm,
} from '#features/catalogue/model/form/product-form.ts';
import {
  judgeProducts,
  readProductCells,
  type KnownGoods,
  type ProductReport,
  type ProductWrite,
} from '#features/catalogue/model/files/product-import.ts';

const nothing: KnownGoods = { byUrl: new Map(), urlOfSku: new Map() };

function judge(text: string, known = nothing, mayCount = true): ProductReport {
  let count = 0;
  const newId = () => `id-${(count += 1)}`;
  return judgeProducts(readProductCells(parseCsv(text)), { known, mayCount, newId });
}

const stored = <Values>(values: NoInfer<Draft<Values>['values']>): Draft<Values> =>
  deskRow({ version: 3, ...values });

/** A mat in two sizes, as the shop has it. */
function mat(): ProductForm {
  const empty = emptyForm('p');
  const variant = (id: string, size: string, onHand: number): PartDraft<'variants'> =>
    stored({
      id,
      product_id: 'p',
      sku: `MAT-${size}`,
      title: size,
      choices: [size],
      price_minor: 2000,
      currency: 'EUR',
      weight_grams: 300,
      availability: 'in_stock',
      is_made_to_order: false,
      stock_pool_id: `pool-${size}`,
      stock: { on_hand: onHand, allocated: 2 },
      position: size === 'S' ? 0 : 1,
    });
  return {
    ...empty,
    product: stored({
      ...empty.product.values,
      id: 'p',
      url: 'mat',
      title: 'Mat',
      summary: 'A mat',
      status: 'published',
      publish_at: '2026-01-01T00:00:00+00:00',
      category: 'desk_mat',
      variant_options: [
        {
          title: 'Size',
          values: [
            { title: 'S', colour: null },
            { title: 'M', colour: null },
          ],
        },
      ],
    }),
    variants: [variant('vs', 'S', 5), variant('vm', 'M', 7)],
  };
}

const knownMat: KnownGoods = {
  byUrl: new Map([['mat', mat()]]),
  urlOfSku: new Map([
    ['MAT-S', 'mat'],
    ['MAT-M', 'mat'],
  ]),
};

const changesIn = (write: ProductWrite | undefined) => write && changesOf(write.saved, write.form);

const written = (form: ProductForm): string => {
  const product = {
    ...form.product,
    values: { ...form.product.values, variants: form.variants.map(({ values }) => values) },
  };
  const lines = linesOfProduct(product);
  return [
    csvLine(productFile.map(({ title }) => title)),
    ...lines.map((line) => csvLine(productFile.map(({ write }) => write(line)))),
  ].join('');
};

test('a product that is not there is created with a variant for each of its lines', () => {
  const report = judge(
    [
      'URL,Title,Category,Summary,Option 1,Option 1 value,Price,In stock,Status,Visible from',
      ',Tide mat,Desk mat,Soft,Size,S,19.90,4,Published,2026-05-01',
      'tide-mat,,,,,M,24.90,0,,',
    ].join('\n'),
  );
  assert.deepEqual(
    report.lines.map(({ kind }) => kind),
    ['new', 'new'],
  );
  assert.match(report.lines[0]?.note ?? '', /new product “Tide mat”: S, TIDE-MAT-S, 19\.90 EUR, 4/);
  assert.equal(report.items?.list.length, 1);
  const [write] = report.writes;
  const changes = changesIn(write) as {
    url: string;
    kind: string;
    publish_at: string;
    variants: Record<string, unknown>[];
    pools: Record<string, unknown>[];
  };
  assert.equal(changes.url, 'tide-mat');
  assert.equal(changes.kind, 'product');
  assert.equal(changes.publish_at, '2026-05-01T00:00:00.000Z');
  assert.deepEqual(
    changes.variants.map(({ sku, choices, price_minor }) => [sku, choices, price_minor]),
    [
      ['TIDE-MAT-S', ['S'], 1990],
      ['TIDE-MAT-M', ['M'], 2490],
    ],
  );
  assert.deepEqual(
    changes.pools.map(({ code, on_hand }) => [code, on_hand]),
    [
      ['TIDE-MAT-S', 4],
      ['TIDE-MAT-M', 0],
    ],
  );
});

test('what was exported and comes back changes nothing, formulas and all', () => {
  const form = mat();
  const product = { ...form.product, values: { ...form.product.values, summary: '=1+1, "x"' } };
  const known = { ...knownMat, byUrl: new Map([['mat', { ...form, product }]]) };
  const text = written({ ...form, product });
  assert.ok(text.includes(`"'=1+1, ""x"""`));
  const report = judge(text, known);
  assert.deepEqual(
    report.lines.map(({ kind }) => kind),
    ['same', 'same'],
  );
  assert.deepEqual(report.writes, []);
});

test('a line says which field changes, and stock is counted from what was seen', () => {
  const report = judge('SKU,Price,In stock,Title\nMAT-M,22,9,Better mat', knownMat);
  const [line] = report.lines;
  assert.ok(line?.kind === 'change');
  assert.deepEqual(
    line.changes.map(({ column, before, after }) => [report.titles?.[column], before, after]),
    [
      ['Title', 'Mat', 'Better mat'],
      ['Price', '20.00', '22.00'],
      ['In stock', '7', 9],
    ],
  );
  assert.deepEqual(report.writes[0]?.counts, [
    { poolId: 'pool-M', sku: 'MAT-M', expected: 7, count: 9 },
  ]);
});

test('a file tells the flaws of B-stock, and is written with them', () => {
  const report = judge('SKU,Flaws (B-stock)\nMAT-M,A pulled thread', knownMat);
  const [line] = report.lines;
  assert.ok(line?.kind === 'change');
  const [write] = report.writes;
  assert.ok(write);
  assert.match(written(write.form), /MAT-M,.*,A pulled thread,/);
  const long = judge(`SKU,Flaws (B-stock)\nMAT-M,${'x'.repeat(301)}`, knownMat);
  assert.equal(long.lines[0]?.kind, 'wrong');
});

test('a line that can’t be used says why and by which field, and its product is left out whole', () => {
  const report = judge('URL,SKU,Price,In stock\nmat,MAT-S,cheap,5\nmat,MAT-M,22,9', knownMat);
  assert.deepEqual(
    report.lines.map((line) => (line.kind === 'wrong' ? line.problems : line.kind)),
    [
      ['Price: An amount looks like 12.50.'],
      ['Left out: another line of this product can’t be used'],
    ],
  );
  assert.deepEqual(report.writes, []);
});

test('a SKU of another product, one that is twice in the file and too low a count are refused', () => {
  const wrongOf = (text: string) =>
    judge(text, knownMat).lines.map((line) => line.kind === 'wrong' && line.problems[0]);
  assert.deepEqual(wrongOf('URL,SKU,Price\nother,MAT-S,5'), [
    'SKU: “MAT-S” belongs to the product “mat”',
  ]);
  assert.deepEqual(wrongOf('URL,SKU\nmat,MAT-S\nmat,MAT-S'), [
    'SKU: “MAT-S” is in the file twice',
    'SKU: “MAT-S” is in the file twice',
  ]);
  assert.deepEqual(wrongOf('SKU,In stock\nMAT-S,1'), ['In stock: 2 are reserved for orders']);
});

test('who may not count leaves the stock and is told so', () => {
  const report = judge('SKU,In stock\nMAT-S,9', knownMat, false);
  assert.equal(report.lines[0]?.kind, 'same');
  assert.equal(report.lines[0]?.note, 'Stock is left: only owners count it here');
  assert.deepEqual(report.writes, []);
});

test('a variant more joins the product that is there', () => {
  const report = judge('URL,Option 1,Option 1 value,Price\nmat,Size,L,30', knownMat);
  assert.equal(report.lines[0]?.kind, 'new');
  const { variants, variant_options: options } = changesIn(report.writes[0]) as {
    variants: Record<string, unknown>[];
    variant_options: { values: { title: string }[] }[];
  };
  assert.deepEqual(
    variants.map(({ sku, version }) => [sku, version]),
    [['MAT-L', null]],
  );
  assert.deepEqual(
    options[0]?.values.map(({ title }) => title),
    ['S', 'M', 'L'],
  );
});

test('a file without URL and SKU can’t be used', () => {
  assert.match(judge('Price\n3').problem ?? '', /neither a column “URL” nor a column “SKU”/);
});
