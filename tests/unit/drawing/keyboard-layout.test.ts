import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import kleSerial from '@ijprest/kle-serial';
import * as fc from 'fast-check';
import {
  keyBounds,
  parseKle,
  toKle,
  type KeyboardLayout,
} from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { builtInLayouts, isLayoutName, layoutNames } from '#drawing/keyboard-layouts/built-in.ts';

const folder = new URL('../../cases/kle/', import.meta.url);
const readCase = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.json') && !file.endsWith('faults.json'),
);

function layoutOf(kle: unknown): KeyboardLayout {
  const read = parseKle(kle);
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.error));
  return read.value;
}

const near = (actual: number, expected: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) < 1e-4, `${what}: ${actual} is not ${expected}`);

/**
 * Compares with what the best-known other reader of KLE data makes of it. That reader does not move
 * to a new `rx` and `ry` as the KLE editor does (its issue 7), so places are not compared there.
 */
function sameAsOther(kle: unknown[], layout: KeyboardLayout): void {
  const other = kleSerial.Serial.deserialize(structuredClone(kle)).keys;
  assert.equal(layout.keys.length, other.length);
  const turned = layout.keys.some((key) => key.rotationX !== 0 || key.rotationY !== 0);
  for (const [index, theirs] of other.entries()) {
    const ours = layout.keys[index];
    assert.ok(ours);
    if (!turned) {
      near(ours.x, theirs.x, `x of key ${index}`);
      near(ours.y, theirs.y, `y of key ${index}`);
    }
    near(ours.width, theirs.width, `width of key ${index}`);
    near(ours.height, theirs.height, `height of key ${index}`);
    near(ours.x2, theirs.x2, `x2 of key ${index}`);
    near(ours.y2, theirs.y2, `y2 of key ${index}`);
    near(ours.width2, theirs.width2, `width2 of key ${index}`);
    near(ours.height2, theirs.height2, `height2 of key ${index}`);
    near(ours.rotation, theirs.rotation_angle, `rotation of key ${index}`);
    near(ours.rotationX, theirs.rotation_x, `rotation x of key ${index}`);
    near(ours.rotationY, theirs.rotation_y, `rotation y of key ${index}`);
    assert.equal(ours.colour, theirs.color);
    assert.deepEqual(
      [ours.decal, ours.ghost, ours.nub, ours.stepped],
      [theirs.decal, theirs.ghost, theirs.nub, theirs.stepped],
    );
    const labels = theirs.labels.flatMap((text, position) =>
      text
        ? [
            {
              position,
              text,
              colour: theirs.textColor[position] ?? theirs.default.textColor,
              size: theirs.textSize[position] ?? theirs.default.textSize,
            },
          ]
        : [],
    );
    assert.deepEqual(ours.legends, labels, `legends of key ${index}`);
  }
}

for (const file of files) {
  test(`${file} is read as another reader reads it and comes back without loss`, () => {
    const kle = readCase(file);
    assert.ok(Array.isArray(kle));
    const layout = layoutOf(kle);
    sameAsOther(kle, layout);
    const written = toKle(layout);
    assert.deepEqual(layoutOf(JSON.parse(JSON.stringify(written))), layout);
    assert.deepEqual(toKle(layoutOf(written)), written);
  });
}

test('the boards tried are thirty whole ones and more, and leave no common feature out', () => {
  const layouts = files.map((file) => layoutOf(readCase(file)).keys);
  assert.ok(layouts.filter((keys) => keys.length >= 20).length >= 30);
  const all = layouts.flat();
  const seen = {
    rotated: all.some((key) => key.rotation !== 0),
    stepped: all.some((key) => key.stepped),
    nub: all.some((key) => key.nub),
    decal: all.some((key) => key.decal),
    ghost: all.some((key) => key.ghost),
    iso: all.some(({ width, height, width2 }) => width === 1.25 && height === 2 && width2 === 1.5),
    bigEnter: all.some((key) => key.width === 1.5 && key.height === 2 && key.width2 === 2.25),
    coloured: new Set(all.map(({ colour }) => colour)).size > 3,
  };
  for (const [feature, isSeen] of Object.entries(seen)) assert.ok(isSeen, feature);
  const positions = new Set(all.flatMap((key) => key.legends.map(({ position }) => position)));
  assert.equal(positions.size, 12, 'legends at every position');
});

test('a new centre of rotation is where the next key is counted from, as in the KLE editor', () => {
  const places = layoutOf([
    ['A'],
    [{ r: 15, rx: 3, ry: 2 }, 'B', 'C'],
    ['D'],
    [{ r: -15, y: 1 }, 'E'],
    [{ rx: 5, x: 0.5 }, 'F'],
  ]).keys.map((key) => [key.x, key.y, key.rotation]);
  assert.deepEqual(places, [
    [0, 0, 0],
    [3, 2, 15],
    [4, 2, 15],
    [3, 3, 15],
    [3, 5, -15],
    [5.5, 2, -15],
  ]);
});

test('every built-in layout comes back without loss, and other readers agree about it', () => {
  for (const name of layoutNames) {
    const layout = builtInLayouts[name];
    const written = toKle(layout);
    assert.deepEqual(layoutOf(written), layout, name);
    sameAsOther(written, layout);
  }
});

test('built-in layouts have the keys that their names promise', () => {
  const counts = Object.fromEntries(
    layoutNames.map((name) => [name, builtInLayouts[name].keys.length]),
  );
  assert.deepEqual(counts, {
    '60': 61,
    '60-iso': 62,
    '65': 67,
    '65-iso': 68,
    '75': 82,
    tkl: 87,
    'tkl-iso': 88,
    '1800': 97,
    full: 104,
    'full-iso': 105,
    alice: 67,
    hhkb: 60,
    'ortho-40': 47,
    numpad: 21,
    macropad: 9,
  });
  assert.equal(Object.keys(builtInLayouts).length, layoutNames.length);
  assert.ok(isLayoutName('tkl'));
  assert.ok(!isLayoutName('toString'));
});

test('no two keys of an unturned built-in layout lie on one another', () => {
  for (const name of layoutNames.filter((layout) => layout !== 'alice')) {
    const { keys } = builtInLayouts[name];
    // An ISO enter's box covers its notch, so boxes may touch a corner of a neighbour there.
    const plain = keys.filter((key) => key.width === key.width2).map(keyBounds);
    for (const [n, a] of plain.entries())
      for (const b of plain.slice(n + 1))
        assert.ok(
          Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) < 1e-6 ||
            Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0) < 1e-6,
          `${name}: ${JSON.stringify(a)} lies on ${JSON.stringify(b)}`,
        );
  }
});

type Fault = { name: string; kle: unknown; row?: number; item?: number; message: string };
const isFault = (value: unknown): value is Fault =>
  typeof value === 'object' && value !== null && 'name' in value && 'kle' in value;

test('wrong KLE data is explained with its row and key', () => {
  const faults = readCase('notation/faults.json');
  assert.ok(Array.isArray(faults));
  for (const fault of faults) {
    assert.ok(isFault(fault));
    const read = parseKle(fault.kle);
    assert.ok(!read.ok, fault.name);
    assert.ok(read.error.message.includes(fault.message), `${fault.name}: ${read.error.message}`);
    assert.deepEqual([read.error.row, read.error.item], [fault.row, fault.item], fault.name);
  }
});

test('the form that the KLE editor shows, without outer brackets or quotes, is read', () => {
  const layout = layoutOf('[{a:7,w:1.5},"Tab: {x:1}","Q"],\n["A",{x:0.25},"S"]');
  assert.deepEqual(
    layout.keys.map((key) => [key.legends[0]?.text, key.x, key.y, key.width]),
    [
      ['Tab: {x:1}', 0, 0, 1.5],
      ['Q', 1.5, 0, 1],
      ['A', 0, 1, 1],
      ['S', 1.25, 1, 1],
    ],
  );
});

test('no JSON at all makes the reader throw, and what it accepts it can write again', () => {
  const item = fc.oneof(
    fc.string(),
    fc.dictionary(
      fc.constantFrom(
        'x',
        'y',
        'w',
        'h',
        'w2',
        'h2',
        'x2',
        'y2',
        'r',
        'rx',
        'ry',
        'a',
        'f',
        'f2',
        't',
        'c',
        'd',
        'n',
        'l',
        'g',
        'p',
      ),
      fc.oneof(
        fc.integer({ min: -3, max: 9 }),
        fc.boolean(),
        fc.constantFrom('#fff', '#000\n#111'),
      ),
    ),
  );
  const rows = fc.array(
    fc.oneof({ weight: 6, arbitrary: fc.array(item) }, { weight: 1, arbitrary: fc.jsonValue() }),
  );
  fc.assert(
    fc.property(fc.oneof(rows, fc.jsonValue(), fc.string()), (kle) => {
      const read = parseKle(kle);
      if (!read.ok) return assert.ok(read.error.message.length > 0);
      const again = layoutOf(toKle(read.value));
      assert.deepEqual(again.keys, read.value.keys);
    }),
    { numRuns: 500 },
  );
});
