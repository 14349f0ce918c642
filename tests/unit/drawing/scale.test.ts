/** What a stranger can't know the size of is shown beside what everybody knows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObjectModel } from '#drawing/product-picture/object-model.ts';
import { foam } from '#drawing/product-picture/objects/foam.ts';
import { knob } from '#drawing/product-picture/objects/knob.ts';
import { deskMat } from '#drawing/product-picture/objects/mats.ts';
import { plate } from '#drawing/product-picture/objects/plate.ts';
import type { Bounds, Part } from '#drawing/solid/part.ts';

const colours = { main: '#010101', second: '#020202', accent: '#030303' };
const partsOf = (model: ObjectModel, variant: number) => model.parts({ colours, variant, seed: 7 });
const sizeOf = ({ low, high }: Bounds, axis: 0 | 1) => high[axis] - low[axis];
/** With letters, and of the small board on a mat without; a switch's stem is as red as a cap. */
const [lettered, bare] = [['#c1462f', '#3f566c', '#c9ccce'], '#ece5d6'];
const capsOf = (parts: readonly Part[]) =>
  parts.filter(
    ({ colour, paint }) => colour === bare || (paint !== undefined && lettered.includes(colour)),
  );

test('felt, foam, tape, plates and knobs are seen with keycaps', () => {
  for (const [name, model, variants] of [
    ['foam', foam, [0, 1, 2]],
    ['plate', plate, [0, 1, 2, 3]],
    ['knob', knob, [0, 2, 3]],
  ] as const)
    for (const variant of variants)
      assert.ok(capsOf(partsOf(model, variant)).length > 0, `${name} ${variant}`);
});

test('what a plate holds ends between its keys, however it is turned', () => {
  for (const variant of [0, 1, 2, 3]) {
    const held = partsOf(plate, variant).filter(({ colour }) => colour === '#3f566c');
    for (const { field, bounds } of held) {
      const [low, high] = [bounds.low, bounds.high];
      for (const x of [low[0] - 0.01, high[0] + 0.01])
        assert.ok(field(x, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2) > 0, `${variant}`);
    }
  }
});

test('each mat can be seen under a keyboard, which is a third as long', () => {
  for (const pattern of [0, 1, 2, 3, 4]) {
    const [hem, caps] = [
      partsOf(deskMat, pattern + 5)
        .filter(({ colour }) => colour === colours.accent)
        .at(-1),
      capsOf(partsOf(deskMat, pattern + 5))[0],
    ];
    assert.ok(hem && caps, `${pattern}`);
    const share = sizeOf(caps.bounds, 0) / sizeOf(hem.bounds, 0);
    assert.ok(share > 0.3 && share < 0.45, `${share}`);
    for (const axis of [0, 1] as const) {
      assert.ok(caps.bounds.low[axis] > hem.bounds.low[axis], `${pattern}`);
      assert.ok(caps.bounds.high[axis] < hem.bounds.high[axis], `${pattern}`);
    }
    assert.equal(capsOf(partsOf(deskMat, pattern)).length, 0, 'half rolled it has none');
  }
});
