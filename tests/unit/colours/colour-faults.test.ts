import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { colourFaults, paletteFaults } from '#features/colours/model/colour-faults.ts';

const row = <Values>(values: Values) => ({ id: 'one', version: 1, values });
const named = (faults: object) => Object.keys(faults).toSorted();

const colour = { name: 'Fog', code: 'light-fog', palette_id: 'one', physical_code: 'F 1' };
const edition = { name: 'Fog', code: 'fog', product_id: 'one', edition_size: 5 };

describe('faults of a form', () => {
  test('a colour of a palette has a number in its book, an edition has a size', () => {
    assert.deepEqual(colourFaults(row(colour)), {});
    assert.deepEqual(colourFaults(row(edition)), {});
    const blank = { name: '', code: 'Light Fog', physical_code: ' ' };
    assert.deepEqual(named(colourFaults(row({ ...colour, ...blank }))), [
      'code',
      'name',
      'physical_code',
    ]);
    const given = { commissioned: 3, given_away: 3 };
    assert.deepEqual(named(colourFaults(row({ ...edition, ...given }))), ['given_away']);
    assert.ok('edition_size' in colourFaults(row({ ...edition, edition_size: 0 })));
  });

  test('a palette has a code, a title and a maker', () => {
    const palette = { code: 'veld-abs', title: 'Veld ABS', maker: 'Veld' };
    assert.deepEqual(paletteFaults(row(palette)), {});
    assert.deepEqual(named(paletteFaults(row({ code: 'veld--abs', title: '', maker: 'V' }))), [
      'code',
      'maker',
      'title',
    ]);
  });
});
