import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { saveDesign } from '#features/designs/api/designs.ts';
import { decodeDesign, encodeDesign } from '#features/designs/model/design-code.ts';
import { startingDesign } from '#features/designs/model/design.ts';
import { designFault, keptName, parseDesign } from '#features/designs/model/design-json.ts';
import { designCases, plainDesign, unstorableLayouts } from '../../cases/designs.ts';

for (const { name, design, says } of designCases)
  test(`the picker on ${name}`, () => {
    const read = parseDesign(design === undefined ? undefined : JSON.parse(JSON.stringify(design)));
    assert.equal(read.ok ? null : read.error, says);
  });

test('the picker refuses a layout with a text that no database can hold', () => {
  for (const layout of unstorableLayouts) {
    const read = parseDesign({ ...plainDesign, layout });
    assert.match(read.ok ? '' : read.error, /a character that can’t be saved/);
  }
});

test('what the shop would not keep is not sent, and its maker reads why', async () => {
  const layout = parseKle(unstorableLayouts[0]);
  assert.ok(layout.ok);
  const design = { ...startingDesign, layout: layout.value };
  const nowhere = Promise.reject(new Error('asked'));
  nowhere.catch(() => {});
  const answer = await saveDesign(
    { name: 'Harbour', visibility: 'private', design, secret: null },
    null,
    nowhere,
  );
  assert.deepEqual(answer.ok ? null : [answer.error.kind, answer.error.reason], [
    'refused',
    'wrong_design',
  ]);
  assert.match(answer.ok ? '' : answer.error.message, /Remove it and try again/);
});

test('a draft of the largest layout that can be saved, painted key by key, can be opened again', () => {
  const label = 'Q'.repeat(75);
  const layout = parseKle([Array.from({ length: 1000 }, () => label)]);
  assert.ok(layout.ok);
  const own = (key: number) => ({
    cap: { hex: `#${String(key).padStart(6, '0')}` },
    legend: { hex: `#${String(key).padStart(6, 'a')}`, code: `${'c'.repeat(50)}-${key}` },
  });
  const keys = Object.fromEntries(layout.value.keys.map((_, key) => [key, own(key)]));
  const plain = { ...startingDesign, layout: layout.value };
  assert.equal(designFault(plain), null);
  const painted = { ...plain, keys };
  assert.match(designFault(painted) ?? '', /90 kB/);
  assert.deepEqual(decodeDesign(encodeDesign({ name: '', design: painted })), {
    ok: true,
    value: { name: '', design: painted },
  });
});

test('a name is cut at 80 signs and never in the middle of one, and holds nothing that can’t be saved', () => {
  assert.equal(keptName(`${'x'.repeat(79)}👩y`), `${'x'.repeat(79)}👩`);
  assert.equal(keptName(' a\u0000b\ud83d '), 'ab');
  assert.equal(keptName('Harbour'), 'Harbour');
});
