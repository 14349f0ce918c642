import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInLayouts } from '#drawing/keyboard-layouts/built-in.ts';
import { layoutChoices } from '#features/catalogue/model/layout-choices.ts';

test('a board is offered every layout that the colour picker draws, by the same code and name', () => {
  const drawn = Object.entries(builtInLayouts).map(([value, { meta }]) => ({
    value,
    label: meta['name'],
  }));
  assert.deepEqual(
    layoutChoices.toSorted((one, other) => one.value.localeCompare(other.value)),
    drawn.toSorted((one, other) => one.value.localeCompare(other.value)),
  );
});
