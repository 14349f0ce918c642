import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  blockedPaints,
  kitFor,
  withNearest,
  type DesignKit,
} from '#features/designs/model/design-kit.ts';
import { parseCsv } from '#shared/csv.ts';
import {
  changeLayout,
  paintKeys,
  paintZone,
  takeLayoutColours,
} from '#features/designs/model/design-edit.ts';
import { designTemplates } from '#features/picker/model/design-templates.ts';
import { capPaint, startingDesign, type Paint } from '#features/designs/model/design.ts';
import { faintLegends } from '#features/picker/model/faint-legends.ts';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { builtInLayouts } from '#drawing/keyboard-layouts/built-in.ts';
import type { Palette } from '#features/colours/model/palette.ts';
import { designCsv, designKle } from '#features/picker/ui/design-files.ts';
import { neighbourKey, pressedKey } from '#features/picker/canvas/key-travel.ts';
import { describeKey } from '#features/picker/ui/paint-actions.ts';
import {
  $canRedo,
  $canUndo,
  $design,
  $said,
  $settledDesign,
  beginStroke,
  changeDesign,
  endStroke,
  openOnDesk,
  redo,
  say,
  undo,
} from '#features/picker/store/design-desk.ts';

const red: Paint = { hex: '#b8402f', code: 'veld-abs-vp21' };
const paint = (index: number) => changeDesign(paintKeys($design.get(), [index], 'cap', red));

beforeEach(() => openOnDesk(startingDesign, ''));

test('a thousand edits are undone to the very beginning, and done again to the end', () => {
  const states = [startingDesign];
  for (let n = 0; n < 1000; n += 1) {
    const hex = `#${(n * 16_000 + 7).toString(16).padStart(6, '0')}`;
    changeDesign(paintZone($design.get(), 'alphas', { hex }));
    states.push($design.get());
  }
  for (const state of states.slice(0, -1).toReversed()) {
    undo();
    assert.equal($design.get(), state);
  }
  assert.equal($canUndo.get(), false);
  for (let n = 0; n < 1000; n += 1) redo();
  assert.equal($design.get(), states.at(-1));
  assert.equal($canRedo.get(), false);
});

test('a drag over many keys is one step, and what follows settled changes waits for its end', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  beginStroke();
  for (const key of [1, 2, 3]) paint(key);
  assert.equal($settledDesign.get(), startingDesign);
  endStroke();
  // Not before the frame that shows it.
  assert.equal($settledDesign.get(), startingDesign);
  t.mock.timers.tick(100);
  assert.equal($settledDesign.get(), $design.get());
  undo();
  assert.equal($design.get(), startingDesign);
});

test('of what a drag does, the last words are said, once the hand rests', async () => {
  // What the tests before it did has been said.
  await setTimeout(200);
  const heard: string[] = [];
  const stop = $said.listen((words) => heard.push(words));
  for (const words of ['Q', 'W', 'E']) say(words);
  assert.deepEqual(heard, []);
  await setTimeout(200);
  stop();
  assert.deepEqual(heard, ['E']);
});

test('an edit that changes nothing is no step, and a new edit ends what could be redone', () => {
  paint(1);
  paint(1);
  undo();
  assert.equal($canUndo.get(), false);
  paint(2);
  assert.equal($canRedo.get(), false);
});

test('arrows walk to the key that lies that way, and stop at the edge', () => {
  const layout = builtInLayouts['60'];
  const at = (index: number | null) => layout.keys[index ?? -1]?.legends.at(-1)?.text;
  const q = layout.keys.findIndex(({ legends }) => legends[0]?.text === 'Q');
  assert.equal(at(neighbourKey(layout, q, 'ArrowRight')), 'W');
  assert.equal(at(neighbourKey(layout, q, 'ArrowDown')), 'A');
  assert.equal(neighbourKey(layout, 0, 'ArrowUp'), null);
  assert.equal(neighbourKey(layout, 0, 'ArrowLeft'), null);
  for (let from = 0; from < layout.keys.length; from += 1)
    assert.equal(neighbourKey(layout, from, 'PageDown'), null);
});

test('a press on one’s own keyboard means the key with that legend, left and right apart', () => {
  const layout = builtInLayouts.full;
  const text = (code: string) => layout.keys[pressedKey(layout, code) ?? -1]?.legends.at(-1)?.text;
  assert.equal(text('KeyG'), 'G');
  assert.equal(text('F5'), 'F5');
  assert.notEqual(pressedKey(layout, 'ShiftLeft'), pressedKey(layout, 'ShiftRight'));
  assert.ok((layout.keys[pressedKey(layout, 'Space') ?? -1]?.width ?? 0) >= 5);
  assert.equal(pressedKey(layout, 'LaunchMail'), null);
});

const colours = ['vp02', 'vp14', 'vp21', 'vp31', 'vp55'].map((code, n) => ({
  code: `veld-abs-${code}`,
  name: code,
  physicalCode: code.toUpperCase(),
  hex: ['#f1efe8', '#2d2e31', '#b8402f', '#e08a35', '#4f7591'][n] ?? '',
  family: '',
  canBeOrdered: code !== 'vp55',
}));
const palettes: readonly Palette[] = [
  { code: 'veld-abs', title: 'Veld ABS', maker: '', material: '', note: '', colours },
];
const offered = ['veld-abs'];
const kit = (mostCaps: number): DesignKit => ({
  variantId: String(mostCaps),
  title: '',
  productTitle: '',
  productPath: '',
  priceMinor: 1,
  currency: 'EUR',
  mostCaps,
  shipsOn: null,
  offers: { alphas: offered, modifiers: offered, accents: offered, legends: offered },
});

test('the smallest kit that holds the caps is offered, or none', () => {
  const kits = [kit(105), kit(68), kit(24)];
  assert.equal(kitFor(startingDesign, kits)?.mostCaps, 68);
  assert.equal(kitFor({ ...startingDesign, layout: 'full' }, kits)?.mostCaps, 105);
  assert.equal(kitFor({ ...startingDesign, layout: 'full' }, [kit(24)]), null);
});

test('what stands in the way is named with the nearest, and taking the nearest clears the way', () => {
  const design = paintKeys(startingDesign, [20], 'cap', { hex: '#b84030' });
  const blocked = blockedPaints(design, kit(68), palettes);
  assert.deepEqual(
    blocked.map(({ zone, reason, keys }) => [zone, reason, keys]),
    [
      ['modifiers', 'withdrawn', []],
      ['alphas', 'idea', [20]],
    ],
  );
  assert.equal(blocked[1]?.nearest?.colour.code, 'veld-abs-vp21');
  assert.deepEqual(blockedPaints(withNearest(design, blocked), kit(68), palettes), []);
});

test('one colour in two zones takes the nearest that each zone is offered in', () => {
  const [chalk, soot] = colours;
  assert.ok(chalk && soot);
  const books: readonly Palette[] = [
    { ...palettes[0], code: 'white', colours: [chalk] },
    { ...palettes[0], code: 'black', colours: [soot] },
  ].map((book) => ({ title: '', maker: '', material: '', note: '', ...book }));
  const two: DesignKit = { ...kit(68), offers: { alphas: ['white'], accents: ['black'] } };
  const grey: Paint = { hex: '#888888' };
  const design = paintZone(paintZone(startingDesign, 'alphas', grey), 'accents', grey);
  const taken = withNearest(design, blockedPaints(design, two, books));
  assert.deepEqual([taken.zones.alphas.hex, taken.zones.accents.hex], ['#f1efe8', '#2d2e31']);
});

/** A set as people paint them: cream caps with green legends, one dark key, one whose legend drowns. */
const painted = parseKle([
  [{ c: '#e5dbca', t: '#31674a' }, 'Q', { t: '#31674a\n#ff0000', f: 6 }, 'small\nW'],
  [{ c: '#333', t: '#E5DBCA' }, 'Esc', { c: '#e5dbca' }, 'E', { a: 7 }, ''],
]);

test('colours of a layout are those of its caps and of its legends', () => {
  assert.ok(painted.ok);
  const taken = takeLayoutColours(changeLayout(startingDesign, painted.value));
  const colours = painted.value.keys.map((_, index) => [
    capPaint(taken, index).hex,
    taken.keys[index]?.legend?.hex,
  ]);
  assert.deepEqual(colours, [
    ['#e5dbca', '#31674a'],
    ['#e5dbca', '#31674a'],
    ['#333333', '#e5dbca'],
    ['#e5dbca', '#e5dbca'],
    ['#e5dbca', undefined],
  ]);
  const plain = parseKle([['Q', 'W']]);
  assert.ok(plain.ok);
  const moved = changeLayout(startingDesign, plain.value);
  assert.equal(takeLayoutColours(moved), moved);
});

test('legends that can hardly be read are counted, and said of the key', () => {
  assert.ok(painted.ok);
  const taken = takeLayoutColours(changeLayout(startingDesign, painted.value));
  openOnDesk(taken, '');
  assert.deepEqual(
    faintLegends(taken).map(({ keys, ratio }) => [keys, ratio]),
    [[['E'], 1]],
  );
  assert.match(describeKey(3), /^E, alphas: .*, hard to read$/);
  assert.doesNotMatch(describeKey(0), /hard to read/);
  assert.deepEqual(faintLegends({ ...taken, legends: 'off' }), []);
  assert.deepEqual(faintLegends(startingDesign), []);
});

test('every template names a colour for each zone of caps', () => {
  for (const { zones } of designTemplates) assert.equal(Object.keys(zones).length, 7);
});

test('files hold the design: KLE in its colours, and a list of its caps', () => {
  const painted = paintKeys(startingDesign, [3], 'cap', red);
  assert.match(designKle(painted, 'Harbour'), /"c": "#b8402f"/);
  const [head, ...rows] = parseCsv(designCsv(painted));
  assert.equal(head?.at(-1), 'Caps');
  assert.equal(
    rows.reduce((total, row) => total + Number(row.at(-1)), 0),
    67,
  );
});
