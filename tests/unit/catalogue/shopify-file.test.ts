import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv } from '#shared/csv.ts';
import { firstWords, markdownOfHtml } from '#features/catalogue/model/files/html-text.ts';
import { changesOf } from '#features/catalogue/model/form/product-form.ts';
import { judgeProducts, readProductCells } from '#features/catalogue/model/files/product-import.ts';
import { isShopifyFile, shopifyLines } from '#features/catalogue/model/files/shopify-file.ts';

/** As Shopify's export writes it: columns that say nothing here, pictures on lines of their own. */
const exported = `Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Position,Image Alt Text,SEO Title,Status
dusk-mat,Dusk Mat,"<p>A <strong>soft</strong> mat.</p><ul><li>Stitched</li><li>900 &times; 400</li></ul>",Matworks,,Desk Mats,"desk mat, sale",true,Size,S,Colour,Dusk,dm s dusk,450,shopify,7,deny,29.00,35.00,,https://cdn.example/1.jpg,1,A mat,Dusk mat – soft,active
dusk-mat,,,,,,,,,M,,Dusk,DM-M-DUSK,650,shopify,-2,deny,39.00,,,,,,,
dusk-mat,,,,,,,,,,,,,,,,,,,,https://cdn.example/2.jpg,2,,,
thing,Thing,,Other,,Gadgets,,false,Title,Default Title,,,THING,,,0,deny,5.00,,123,,,,,draft
`;

const read = () => {
  const { cells, notes } = shopifyLines(parseCsv(exported));
  let count = 0;
  const newId = () => `id-${(count += 1)}`;
  const known = { byUrl: new Map(), urlOfSku: new Map() };
  return judgeProducts(readProductCells(cells), { known, mayCount: true, newId }, notes);
};

test('Shopify’s product file becomes products with their variants, options and stock', () => {
  assert.ok(isShopifyFile(parseCsv(exported)[0] ?? []));
  const report = read();
  assert.deepEqual(
    report.lines.map(({ line, kind }) => [line, kind]),
    [
      [2, 'new'],
      [3, 'new'],
      [5, 'new'],
    ],
  );
  const [mat, thing] = report.writes.map(({ saved, form }) => changesOf(saved, form));
  assert.ok(mat && thing);
  assert.deepEqual(
    ['url', 'title', 'category', 'status', 'summary', 'seo_title'].map((name) => mat[name]),
    ['dusk-mat', 'Dusk Mat', 'desk_mat', 'published', 'A soft mat.', 'Dusk mat – soft'],
  );
  const variants = mat['variants'] as Record<string, unknown>[];
  assert.deepEqual(
    variants.map(({ sku, choices, price_minor, weight_grams }) => [
      sku,
      choices,
      price_minor,
      weight_grams,
    ]),
    [
      ['DM-S-DUSK', ['S', 'Dusk'], 2900, 450],
      ['DM-M-DUSK', ['M', 'Dusk'], 3900, 650],
    ],
  );
  assert.deepEqual(
    (mat['pools'] as Record<string, unknown>[]).map(({ on_hand }) => on_hand),
    [7, 0],
  );
  assert.equal(thing['status'], 'draft');
  const [only] = thing['variants'] as Record<string, unknown>[];
  assert.deepEqual(
    [only?.['title'], only?.['choices'], only?.['is_made_to_order'], only?.['stock_pool_id']],
    ['Standard', [], true, null],
  );
});

test('what has no place here is said', () => {
  assert.deepEqual(read().notes, [
    '2 pictures given by address: they are not fetched. Drop the files into each product.',
    'Tags without a shelf: sale.',
    'Vendors: Matworks, Other.',
    'No shelf was found for Thing: they go to Part. Change the category there.',
    'Columns that have no place here: Variant Compare At Price, Variant Barcode.',
  ]);
});

test('the text of a page loses its tags and keeps its meaning', () => {
  assert.equal(
    markdownOfHtml(
      '<h1>Mat</h1><p>A <b>soft</b> one.<br>Two.</p><ul><li>a</li><li>b &amp; c</li></ul><script>x()</script>',
    ),
    '## Mat\n\nA **soft** one.\nTwo.\n- a\n- b & c',
  );
  assert.equal(
    markdownOfHtml('<a class="x" href="https://a.example/b">there</a>'),
    '[there](https://a.example/b)',
  );
  assert.equal(markdownOfHtml('<a href="javascript:x()">there</a>'), 'there');
  assert.equal(firstWords('A **soft** [mat](https://x). More.', 300), 'A soft mat.');
});
