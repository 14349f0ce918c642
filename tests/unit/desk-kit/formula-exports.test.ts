import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { dataToCsv } from '#features/account/model/data-export.ts';
import { paintKeys } from '#features/designs/model/design-edit.ts';
import { startingDesign } from '#features/designs/model/design.ts';
import { deskRows, type AnyValues } from '#desk-kit/model/desk-row.ts';
import { manifestCsv } from '#features/orders/model/manifest.ts';
import { countsCsv, unitsCsv, unitsOf } from '#features/orders/model/production-sheet.ts';
import type { PaletteColour } from '#features/colours/model/palette.ts';
import { nameColours } from '#features/picker/ui/paint-actions.ts';
import { designCsv } from '#features/picker/ui/design-files.ts';
import { formulas } from '../../support/data/hostile-files.ts';

const soldAs = (name: string): PaletteColour => ({
  code: 'sold',
  name,
  physicalCode: 'VP02',
  hex: '#b8402f',
  family: 'red',
  canBeOrdered: true,
});

/** Every field of a row that can hold words holds the formula. */
const rows = <Values extends AnyValues>(text: string, ...all: readonly Values[]) =>
  deskRows<Values>(
    JSON.parse(JSON.stringify(all, (_, value: unknown) => (value === '?' ? text : value))),
  );

function manifest(text: string): string {
  const [street, place] = [
    { line1: '?', line2: '?' },
    { city: '?', region: '?', postcode: '?' },
  ];
  const address = { name: '?', ...street, ...place, country: '?', phone: '?' };
  const order = { id: 'o', number: '?', email: '?', currency: 'EUR', address };
  const product = { hs_code: '?', origin_country_code: '?', customs_description: '?' };
  const line = { id: 'l', shipment_id: 'p', title: '?', quantity: 2, refunded_quantity: 0 };
  const parcel = { id: 'p', order_id: 'o', position: 1, weight_grams: 900 };
  const size = { inner_length_mm: 350, inner_width_mm: 200, inner_height_mm: 80, is_used: true };
  const pack = { id: 'b', name: '?', own_weight_grams: 1, max_content_grams: 5000, ...size };
  const lines = rows(text, { ...line, unit_price_minor: 1250, product });
  return manifestCsv(rows(text, order), rows(text, parcel), lines, rows(text, pack));
}

function production(text: string): string {
  const options = [{ option: '?', value: '?' }];
  const line = { id: 'l', sku: '?', title: '?', variant_title: '?', quantity: 1, options };
  const made = rows(text, { ...line, refunded_quantity: 0, order: { number: '?' } });
  return [...countsCsv(unitsOf(made)), ...unitsCsv(unitsOf(made))].join('');
}

const files: Readonly<Record<string, (text: string) => string>> = {
  'a manifest': manifest,
  'a production sheet': production,
  'a person’s data': (text) => dataToCsv({ [text]: [{ [text]: text }, { [text]: { a: text } }] }),
  'a list of caps in a colour that is sold no longer': (text) => {
    nameColours(new Map([['sold', soldAs('Sold')]]));
    return designCsv(paintKeys(startingDesign, [3], 'cap', { hex: '#b8402f', code: text }));
  },
  'a list of caps in a colour of that name': (text) => {
    nameColours(new Map([['sold', soldAs(text)]]));
    return designCsv(paintKeys(startingDesign, [3], 'cap', { hex: '#b8402f', code: 'sold' }));
  },
};

/** As they stand in the file, marks and all. */
const cellsOf = (file: string): string[] =>
  [...file.matchAll(/"((?:[^"]|"")*)"|[^,\r\n"]+/g)].map(([whole, quoted]) =>
    (quoted ?? whole).replaceAll('""', '"'),
  );
const isFormula = (cell: string): boolean =>
  /^[\s\p{Cc}]*[=+\-@|%＝＋－＠]/u.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);

for (const [name, write] of Object.entries(files))
  test(`none of ${formulas.length} formulas is one in ${name}`, () => {
    for (const formula of formulas) {
      const cells = cellsOf(write(formula));
      const kept = formula.trim().slice(-4);
      assert.ok(
        cells.some((cell) => cell.includes(kept)),
        `${name} does not hold ${formula}`,
      );
      assert.deepEqual(cells.filter(isFormula), []);
    }
  });

test('nobody quotes cells for themselves: what writes files of rows writes them by one function', () => {
  const source = path.resolve(import.meta.dirname, '../../../src');
  const own = globSync('**/*.{ts,tsx,astro}', { cwd: source }).filter((file) => {
    const text = readFileSync(path.join(source, file), 'utf8');
    return /replaceAll\('"', ?'""'\)/.test(text);
  });
  assert.deepEqual(own, ['shared/csv.ts']);
});
