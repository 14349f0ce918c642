import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  codeInFragment,
  decodeDesign,
  designFragment,
  encodeDesign,
} from '#features/designs/model/design-code.ts';
import { countCaps } from '#features/designs/model/design-counts.ts';
import {
  changeLayout,
  mirrorKeys,
  paintKeys,
  paintZone,
  replacePaint,
  swapPaints,
} from '#features/designs/model/design-edit.ts';
import { designToJson, parseDesign } from '#features/designs/model/design-json.ts';
import { designBoard } from '#features/designs/model/design-picture.ts';
import {
  capPaint,
  capProfiles,
  caseStyles,
  designZones,
  keyName,
  keyZones,
  layoutOf,
  legendPaint,
  legendStyles,
  rowOf,
  startingDesign,
  type Design,
  type DesignZone,
  type Paint,
} from '#features/designs/model/design.ts';
import { drawBoard } from '#drawing/board/draw-board.ts';
import { imagePalette } from '#features/picker/model/image-palette.ts';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { builtInLayouts, layoutNames } from '#drawing/keyboard-layouts/built-in.ts';
import { harmonyOf, nearestColour, randomPaints } from '#features/colours/model/palette.ts';
import differences from '../../cases/colour-differences.json' with { type: 'json' };

const red: Paint = { hex: '#b8402f', code: 'veld-abs-vp21' };
const idea: Paint = { hex: '#123456' };

const anyPaint: fc.Arbitrary<Paint> = fc
  .tuple(
    fc.integer({ min: 0, max: 0xffffff }),
    fc.option(fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/), { nil: undefined }),
  )
  .map(([value, code]) => {
    const hex = `#${value.toString(16).padStart(6, '0')}`;
    return code === undefined ? { hex } : { hex, code };
  });

const anyDesign: fc.Arbitrary<Design> = fc
  .constantFrom(...layoutNames)
  .chain((layout) =>
    fc.record({
      layout: fc.constant(layout),
      zones: fc.record(
        Object.fromEntries(designZones.map((zone) => [zone, anyPaint])) as Record<
          DesignZone,
          fc.Arbitrary<Paint>
        >,
        { noNullPrototype: true },
      ),
      keys: fc
        .array(
          fc.tuple(
            fc.integer({ min: 0, max: builtInLayouts[layout].keys.length - 1 }),
            fc.record(
              { cap: anyPaint, legend: anyPaint, zone: fc.constantFrom(...keyZones) },
              { requiredKeys: ['cap'], noNullPrototype: true },
            ),
          ),
          { maxLength: 60 },
        )
        .map((entries) => Object.fromEntries(entries)),
      legends: fc.constantFrom(...legendStyles),
      profile: fc.constantFrom(...capProfiles),
      caseStyle: fc.constantFrom(...caseStyles),
    }),
  )
  // Without prototypes, as its records are, a design would never equal one that was read.
  .map((design): Design => JSON.parse(JSON.stringify(design)));

const anyName = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 40 });

test('1,000 random designs survive their share code and their JSON, name and all', () => {
  fc.assert(
    fc.property(anyName, anyDesign, (name, design) => {
      const read = decodeDesign(encodeDesign({ name, design }));
      assert.deepEqual(read, { ok: true, value: { name, design } });
      const json: unknown = JSON.parse(JSON.stringify(designToJson(design)));
      assert.deepEqual(parseDesign(json), { ok: true, value: design });
    }),
    { numRuns: 1000, seed: 9 },
  );
});

test('1,000 random colours come back from a share code as they were', () => {
  const colours = fc.sample(anyPaint, { numRuns: 1000, seed: 9 });
  const keys = builtInLayouts.full.keys.length;
  for (let from = 0; from < colours.length; from += keys) {
    const painted = colours.slice(from, from + keys).map((cap, key) => [key, { cap }] as const);
    const design: Design = {
      ...startingDesign,
      layout: 'full',
      keys: Object.fromEntries(painted),
    };
    const read = decodeDesign(encodeDesign({ name: '', design }));
    assert.deepEqual(read, { ok: true, value: { name: '', design } });
  }
});

test('a code never throws, whatever is typed, cut, changed or added', () => {
  const code = encodeDesign({ name: 'Harbour', design: startingDesign });
  for (let length = 0; length < code.length; length += 1) {
    const read = decodeDesign(code.slice(0, length));
    assert.ok(!read.ok, `${length} signs are no design`);
    const expected = length === 0 ? 'empty' : length < 4 ? 'foreign' : 'truncated';
    assert.equal(read.error.kind, expected);
  }
  for (let at = 8; at < code.length; at += 1) {
    const other = code[at] === 'A' ? 'B' : 'A';
    const read = decodeDesign(code.slice(0, at) + other + code.slice(at + 1));
    // The last sign of base64 may hold bits that mean nothing.
    if (at < code.length - 1) assert.equal(read.ok ? '' : read.error.kind, 'damaged', `sign ${at}`);
  }
  fc.assert(
    fc.property(fc.string(), (text) => void decodeDesign(text)),
    { numRuns: 500, seed: 9 },
  );
  fc.assert(
    fc.property(fc.base64String(), (text) => void decodeDesign(`kw1_${text}`)),
    { numRuns: 500, seed: 9 },
  );
});

const codes = new URL('../../cases/design-codes/', import.meta.url);
const readCase = (path: string): unknown => JSON.parse(readFileSync(new URL(path, codes), 'utf8'));

for (const file of readdirSync(new URL('v1/', codes))) {
  test(`version 1 still reads ${file}`, () => {
    const known = readCase(`v1/${file}`) as { code: string; name: string; design: unknown };
    const read = decodeDesign(known.code);
    assert.ok(read.ok, read.ok ? '' : read.error.message);
    assert.equal(read.value.name, known.name);
    assert.deepEqual(JSON.parse(JSON.stringify(designToJson(read.value.design))), known.design);
    assert.equal(encodeDesign(read.value), known.code, 'and writes it the same');
  });
}

test('codes of version 1 are never edited nor dropped', () => {
  const fixed = readCase('v1.sha256.json') as Record<string, string>;
  assert.ok(Object.keys(fixed).length >= 12);
  for (const [file, hash] of Object.entries(fixed)) {
    const bytes = readFileSync(new URL(`v1/${file}`, codes));
    assert.equal(createHash('sha256').update(bytes).digest('hex'), hash, file);
  }
});

test('each way to be wrong has its own kind and its own message', () => {
  const faults = readCase('faults.json') as Record<string, string[]>;
  const messages = new Set<string>();
  for (const [kind, wrong] of Object.entries(faults)) {
    for (const code of wrong) {
      const read = decodeDesign(code);
      assert.equal(read.ok ? 'ok' : read.error.kind, kind, code.slice(0, 60));
      if (!read.ok) messages.add(read.error.message);
    }
  }
  assert.ok(!decodeDesign(`kw1_${'A'.repeat(200_000)}`).ok);
  assert.ok(messages.size >= Object.keys(faults).length);
});

test('an own layout travels in the code, and in the address', () => {
  const layout = parseKle([{ name: 'Mine' }, [{ a: 7, w: 1.5 }, 'Tab', 'Q', { x: 0.5 }, 'É']]);
  assert.ok(layout.ok);
  const design = { ...startingDesign, layout: layout.value, keys: { 2: { cap: idea } } };
  const code = codeInFragment(designFragment({ name: '', design })) ?? '';
  assert.deepEqual(decodeDesign(code), { ok: true, value: { name: '', design } });
  assert.equal(codeInFragment('#other'), null);
});

test('a painted zone takes its keys along, and a key painted as its zone follows it again', () => {
  const one = paintKeys(startingDesign, [3], 'cap', red);
  assert.deepEqual(capPaint(one, 3), red);
  assert.equal(paintKeys(one, [3], 'cap', red), one, 'nothing changes, nothing is new');
  const back = paintKeys(one, [3], 'cap', startingDesign.zones.alphas);
  assert.deepEqual(back.keys, {});
  const zone = paintZone(one, 'alphas', idea);
  assert.deepEqual(zone.keys, {});
  assert.deepEqual(capPaint(zone, 3), idea);
  assert.deepEqual(startingDesign.keys, {}, 'the old design is as it was');
});

test('swapping twice and replacing there and back give the design again', () => {
  const { alphas, modifiers } = startingDesign.zones;
  const swapped = swapPaints(startingDesign, alphas, modifiers);
  assert.deepEqual(swapped.zones.alphas, modifiers);
  assert.deepEqual(swapPaints(swapped, alphas, modifiers), startingDesign);
  const replaced = replacePaint(startingDesign, modifiers, red);
  assert.deepEqual(replaced.zones.modifiers, red);
});

test('mirroring lends the left half’s colours to the right', () => {
  const { keys } = layoutOf(startingDesign);
  const q = keys.findIndex((key) => key.legends.some(({ text }) => text === 'Q'));
  const mirrored = mirrorKeys(paintKeys(startingDesign, [q], 'cap', red));
  const painted = Object.entries(mirrored.keys).flatMap(([index, key]) =>
    key.cap?.code === red.code ? [Number(index)] : [],
  );
  assert.equal(painted.length, 2);
  assert.equal(keys[painted[0] ?? -1]?.y, keys[painted[1] ?? -1]?.y);
});

test('a new layout keeps the zones and drops what was painted key by key', () => {
  const moved = changeLayout(paintKeys(startingDesign, [3], 'legend', red), 'tkl');
  assert.deepEqual(moved.keys, {});
  assert.deepEqual(moved.zones, startingDesign.zones);
});

test('counts sum to the caps of every layout, by size, row and colour', () => {
  for (const layout of layoutNames) {
    const caps = countCaps({ ...startingDesign, layout });
    const sum = caps.reduce((total, { count }) => total + count, 0);
    assert.equal(sum, builtInLayouts[layout].keys.length, layout);
  }
  const iso = countCaps({ ...startingDesign, layout: '60-iso' });
  assert.ok(iso.some(({ size, count }) => size === 'ISO enter' && count === 1));
  const two = countCaps(paintKeys(startingDesign, [20], 'legend', red));
  assert.equal(two.filter(({ legend }) => legend.code === red.code).length, 1);
});

test('rows and names are those that a person would say', () => {
  const { keys } = builtInLayouts['60'];
  assert.equal(rowOf(builtInLayouts['60'], 0).length, 14);
  assert.equal(keyName(keys[0], 0), 'Esc');
  assert.equal(keyName(keys[56], 56), 'space bar');
});

test('a design is drawn in its own colours, key by key', () => {
  const painted = paintKeys(startingDesign, [3], 'legend', { hex: '#00ff00' });
  assert.match(drawBoard(designBoard(painted)), /stroke="#00ff00"/);
  assert.equal(designBoard(painted).colours.case, startingDesign.zones.case.hex);
});

const colours = [
  ['a', '#ffffff', true],
  ['b', '#000000', true],
  ['c', '#808080', false],
  ['d', '#b8402f', true],
].map(([code, hex, canBeOrdered]) => ({
  code: String(code),
  hex: String(hex),
  canBeOrdered: canBeOrdered === true,
  name: '',
  physicalCode: '',
  family: '',
}));

test('the nearest colour is one that can be ordered, at its difference', () => {
  assert.equal(nearestColour('#b8402f', colours)?.difference, 0);
  assert.equal(nearestColour('#c0503f', colours)?.colour.code, 'd');
  assert.notEqual(nearestColour('#808080', colours)?.colour.code, 'c');
  assert.equal(nearestColour('#123456', []), null);
});

test('a wish gets the colour of the book that CIEDE2000 puts nearest, and that difference', () => {
  const { book, wishes } = differences;
  const palette = Object.entries(book).map(([code, hex]) => ({
    code,
    hex,
    canBeOrdered: true,
    name: '',
    physicalCode: '',
    family: '',
  }));
  for (const { wish, nearest, difference } of wishes) {
    const found = nearestColour(wish, palette);
    assert.ok(found);
    assert.equal(found.colour.code, nearest, wish);
    assert.ok(Math.abs(found.difference - difference) < 0.0001, `${wish}: ${found.difference}`);
  }
  assert.equal(nearestColour('#618a40', palette)?.colour.code, 'veld-abs-vp42', 'a green one');
});

test('harmonies turn the hue and keep the light; chance draws legends that can be read', () => {
  assert.deepEqual(harmonyOf('#b8402f', 'complement')[0], '#b8402f');
  assert.equal(harmonyOf('#b8402f', 'square').length, 4);
  let n = 0;
  const drawn = randomPaints(colours, () => (n = (n + 0.37) % 1));
  assert.equal(drawn.caps.length, 3);
  assert.ok(drawn.legends.every(({ code }) => code !== 'c'));
});

test('the first key of a new design has the legend of accents', () => {
  assert.equal(legendPaint(startingDesign, 0).hex, startingDesign.zones.accentLegends.hex);
});

test('a picture of two colours gives those two, the commoner first', () => {
  const pixels = new Uint8ClampedArray(400 * 4);
  for (let at = 0; at < 400; at += 1)
    pixels.set(at < 300 ? [184, 64, 47, 255] : [35, 73, 60, 255], at * 4);
  assert.deepEqual(imagePalette(pixels, 5), ['#b8402f', '#23493c']);
  assert.deepEqual(imagePalette(new Uint8ClampedArray(0), 5), []);
  assert.deepEqual(imagePalette(new Uint8ClampedArray([0, 0, 0, 0]), 5), [], 'clear is no colour');
});
