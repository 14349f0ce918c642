import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import * as fc from 'fast-check';
import sharp from 'sharp';
import type { BoardSpec, BoardView } from '#drawing/board/board-spec.ts';
import { FOOT_SLOPE } from '#drawing/board/case-style.ts';
import { drawBoard, drawKey } from '#drawing/board/draw-board.ts';
import { keysFarToNear } from '#drawing/board/key-order.ts';
import { zoneOfKey } from '#drawing/board/key-zone.ts';
import { prepareBoard } from '#drawing/board/prepare-board.ts';
import { parseKle } from '#drawing/keyboard-layouts/keyboard-layout.ts';
import { builtInLayouts, layoutNames } from '#drawing/keyboard-layouts/built-in.ts';
import zoneCases from '../../cases/key-zones.json' with { type: 'json' };
import { zoneLetters } from '../../support/data/designs.ts';

const colours = {
  alphas: '#f1ede4',
  modifiers: 'oklch(0.36 0.04 250)',
  accents: '#e8643c',
  legends: '#2c3e50',
  modifierLegends: '#f1ede4',
  case: '#3b4754',
  plate: '#c9a44c',
  weight: '#b08d57',
};
const views = [
  'top',
  'angled',
  'left',
  'right',
  'front',
  'corner',
  'flat',
  'detail',
  'side',
  'back',
  'exploded',
  'rear',
] as const;
const profiles = ['cherry', 'sa', 'xda', 'low'] as const;
const styles = ['seamless', 'forehead', 'wedge', 'pebble', 'tray', 'floating', 'none'] as const;

/** Pictures that must not change unseen: set `UPDATE_GOLDEN=1` after looking at the new ones. */
const golden: Record<string, BoardSpec> = {
  'macropad-flat.svg': { layout: 'macropad', colours, view: 'flat' },
  'macropad-top.svg': {
    layout: 'macropad',
    colours,
    view: 'top',
    scene: { background: '#dcd8d0' },
  },
  'macropad-angled-sa.svg': { layout: 'macropad', colours, view: 'angled', profile: 'sa' },
};
const cases = new URL('../../cases/board/', import.meta.url);

const numbersNear = (actual: string, expected: string): boolean => {
  const number = /-?\d+\.?\d*(?:e-?\d+)?/g;
  if (actual.replace(number, '#') !== expected.replace(number, '#')) return false;
  const [a, b] = [actual.match(number) ?? [], expected.match(number) ?? []];
  return a.every((value, index) => Math.abs(Number(value) - Number(b[index])) <= 0.02);
};

for (const [file, spec] of Object.entries(golden)) {
  test(`${file} is drawn as it was when it was last looked at`, () => {
    const svg = drawBoard(spec);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(new URL(file, cases), `${svg}\n`);
    const expected = readFileSync(new URL(file, cases), 'utf8').trimEnd();
    // The last digit of a sine may differ between engines; a picture does not.
    assert.ok(svg === expected || numbersNear(svg, expected), 'the picture changed');
  });
}

test('twenty boards of every layout, view, profile and case have the fingerprints on file', () => {
  const prints = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => {
      const layout = layoutNames[n % layoutNames.length] ?? '60';
      const view = views[n % views.length] ?? 'top';
      const profile = profiles[n % profiles.length] ?? 'cherry';
      const caseStyle = styles[n % styles.length] ?? 'seamless';
      const svg = drawBoard({ layout, colours, view, profile, caseStyle });
      const rough = svg.replace(/-?\d+\.\d+/g, (value) => Number(value).toFixed(0));
      const print = createHash('sha256').update(rough).digest('hex').slice(0, 16);
      return [`${layout} ${view} ${profile} ${caseStyle}`, print];
    }),
  );
  const file = new URL('fingerprints.json', cases);
  if (process.env['UPDATE_GOLDEN'] === '1')
    writeFileSync(file, `${JSON.stringify(prints, null, 2)}\n`);
  assert.deepEqual(prints, JSON.parse(readFileSync(file, 'utf8')));
});

test('a key is drawn before each that stands in front of it, space bars and tall keys too', () => {
  for (const layout of ['60', 'tkl', 'full', '75', 'numpad'] as const)
    for (const view of ['detail', 'angled', 'left', 'right', 'front', 'corner', 'side'] as const) {
      const { keys } = builtInLayouts[layout];
      const order = [...drawBoard({ layout, colours, view }).matchAll(/data-key="(\d+)"/g)].map(
        ([, key]) => Number(key),
      );
      for (const [front, bar] of keys.entries())
        for (const [behind, key] of keys.entries()) {
          const isBehind =
            key.y + key.height <= bar.y && key.x < bar.x + bar.width && key.x + key.width > bar.x;
          if (isBehind)
            assert.ok(
              order.indexOf(behind) < order.indexOf(front),
              `${layout} ${view}: ${behind} behind ${front}`,
            );
        }
    }
});

test('each key is drawn once, turned ones too', () => {
  const order = keysFarToNear(prepareBoard({ layout: 'alice', colours, view: 'angled' }));
  assert.deepEqual(
    order.toSorted((a, b) => a - b),
    builtInLayouts.alice.keys.map((_, index) => index),
  );
});

test('the same spec gives the same picture, whatever was drawn between', () => {
  const spec: BoardSpec = { layout: 'alice', colours, view: 'angled', profile: 'sa' };
  const first = drawBoard(spec);
  for (const layout of layoutNames) drawBoard({ layout, colours, view: 'top', legends: 'sub' });
  assert.equal(drawBoard(spec), first);
});

test('every key can be found by its number and zone, in every view that shows keys', () => {
  for (const view of views.filter((name) => name !== 'back'))
    for (const layout of layoutNames) {
      const svg = drawBoard({ layout, colours, view });
      const { keys } = builtInLayouts[layout];
      const found = [...svg.matchAll(/data-key="(\d+)" data-zone="(\w+)"/g)].map(
        ([, key, zone]) => [Number(key), zone] as const,
      );
      const inOrder = found.toSorted((a, b) => a[0] - b[0]);
      assert.deepEqual(
        inOrder,
        keys.map((key, index) => [index, zoneOfKey(key)]),
        `${layout} ${view}`,
      );
    }
});

test('one key drawn alone is the very markup that the whole board holds', () => {
  for (const view of views.filter((name) => name !== 'back')) {
    const spec: BoardSpec = { layout: '65-iso', colours, view };
    const [board, svg] = [prepareBoard(spec), drawBoard(spec)];
    for (let index = 0; index < 68; index += 1) assert.ok(svg.includes(drawKey(board, index)));
    const changed = drawBoard({
      ...spec,
      keyColours: { 14: { cap: '#ff0000', legend: '#00ff00' } },
    });
    assert.ok(changed.includes(drawKey(board, 14, { cap: '#ff0000', legend: '#00ff00' })), view);
  }
});

test('pictures hold nothing that a plain SVG reader lacks: no variables, scripts, fonts or oklch', () => {
  for (const view of views)
    for (const finish of ['anodised', 'painted', 'frosted', 'wood', 'brass'] as const) {
      const svg = drawBoard({
        layout: '60',
        colours,
        view,
        finish,
        scene: { background: '#dcd8d0' },
      });
      assert.doesNotMatch(
        svg,
        /oklch|var\(|foreignObject|<text|<style|<script|NaN|undefined|Infinity/,
      );
      const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g))
        assert.ok(ids.has(id), `${view}: ${id}`);
    }
});

test('ids carry the prefix, so that two pictures in one page keep their own light', () => {
  const svg = drawBoard({ layout: '60', colours, view: 'top', idPrefix: 'left-' });
  for (const [, id] of svg.matchAll(/ id="([^"]+)"/g)) assert.match(id ?? '', /^left-/);
});

test('a title can hold any text without breaking the picture', async () => {
  const svg = drawBoard({ layout: 'macropad', colours, title: '</title><script>"&\'<' });
  assert.ok(!svg.includes('<script'));
  assert.equal((await sharp(Buffer.from(svg)).metadata()).format, 'svg');
});

test('the colours that were asked for are the colours that are seen', async () => {
  const flat = { ...colours, alphas: '#aa3344', case: '#224466' };
  const spec: BoardSpec = {
    layout: 'macropad',
    colours: flat,
    view: 'top',
    legends: 'off',
    scene: {},
  };
  const { data, info } = await sharp(Buffer.from(drawBoard(spec)))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const middle = at(Math.round(info.width / 2), Math.round(info.height / 2) - 3);
  for (const [index, wanted] of [0xaa, 0x33, 0x44].entries())
    assert.ok(Math.abs((middle[index] ?? 0) - wanted) < 26, `${middle} is not near #aa3344`);
});

test('legends can be left out or doubled', () => {
  const nodes = (legends: 'on' | 'off' | 'sub') =>
    drawBoard({ layout: '60', colours, legends }).match(
      /stroke-linecap="round" stroke-linejoin="round">/g,
    )?.length ?? 0;
  assert.equal(nodes('off'), 0);
  assert.equal(nodes('on'), 60);
  const sub = drawBoard({ layout: '60', colours, legends: 'sub' });
  assert.equal(sub.match(/stroke-opacity="\.8"/g)?.length, 26);
});

test('no screw and no foot lies beside the board, whatever its outline', async () => {
  for (const layout of ['alice', 'full', 'numpad'] as const) {
    // Without ground and shadow whatever is not the case is clear.
    const svg = drawBoard({
      layout,
      colours,
      view: 'back',
      caseStyle: 'forehead',
      scene: { shadow: false },
    });
    const bare = svg.replaceAll(
      /<circle[^>]*>|<path fill="#(?:26272b|1d1e21|33353a|000)"[^>]*>/g,
      '',
    );
    const cover = async (text: string) => {
      const { data } = await sharp(Buffer.from(text)).raw().toBuffer({ resolveWithObject: true });
      return data.reduce((sum, value, at) => sum + (at % 4 === 3 && value > 40 ? 1 : 0), 0);
    };
    assert.notEqual(bare, svg);
    assert.equal(await cover(svg), await cover(bare), layout);
  }
});

test('a knob stands in the place of its key, without a legend', () => {
  const spec = { layout: 'numpad', colours } as const;
  for (const view of ['top', 'angled', 'exploded'] as const) {
    const keyOf = (svg: string) => /<g data-key="3".*?<\/g>/.exec(svg)?.[0] ?? '';
    const cap = keyOf(drawBoard({ ...spec, view }));
    const knob = keyOf(drawBoard({ ...spec, view, knob: 3 }));
    assert.ok(cap.length > 0, view);
    assert.notEqual(knob, cap, view);
    assert.ok((knob.match(/<path/g)?.length ?? 0) > 48, `${view}: the side is knurled`);
  }
});

/** Mean brightness round the board, where the table is. */
async function tableLight(spec: BoardSpec): Promise<number> {
  const svg = drawBoard({ ...spec, scene: { background: '#403a50' }, aspect: 1.2 });
  const data = await sharp(Buffer.from(svg)).resize(60, 50).greyscale().raw().toBuffer();
  const rows = [...data.subarray(60 * 5, 60 * 45)];
  return rows.reduce((sum, value) => sum + value, 0) / rows.length;
}

test('from the side the table is level, whatever the typing angle', () => {
  const { camera } = prepareBoard({ layout: '60', colours, view: 'side' });
  const [x, y] = [7.5, 2.5];
  const [foot] = camera.project(x, y, 0);
  const [above] = camera.project(x, y - FOOT_SLOPE * 2, 2);
  assert.ok(Math.abs(above - foot) < 1, `${above - foot} units aslant`);
});

test('a board that glows lights its table, but not when it is apart or turned over', async () => {
  const dark: BoardSpec = { layout: '65', colours, caseStyle: 'pebble', finish: 'frosted' };
  const glow = '#ffcf87';
  for (const view of ['top', 'angled'] as const)
    assert.ok(
      (await tableLight({ ...dark, view, glow })) > (await tableLight({ ...dark, view })) + 5,
    );
  for (const view of ['exploded', 'back'] as const)
    assert.equal(drawBoard({ ...dark, view, glow }), drawBoard({ ...dark, view }));
});

test('a lit shell takes the colour of its light as far as it is pale, and smoke stays grey', async () => {
  const drawn = async (shell: string, glow?: string) => {
    const svg = drawBoard({
      layout: '65',
      colours: { ...colours, case: shell },
      caseStyle: 'pebble',
      finish: 'frosted',
      view: 'angled',
      scene: { background: '#403a50' },
      ...(glow === undefined ? {} : { glow }),
    });
    return sharp(Buffer.from(svg)).removeAlpha().resize(200).raw().toBuffer();
  };
  const [green, black] = [await drawn('#00ff00'), await drawn('#000000')];
  const isShell = (at: number) => (green[at + 1] ?? 0) - (black[at + 1] ?? 0) > 100;
  const warmth = async (shell: string) => {
    const data = await drawn(shell, '#ffcf87');
    const spots = Array.from({ length: data.length / 3 }, (_, n) => n * 3).filter(isShell);
    assert.ok(spots.length > 100);
    const sum = spots.reduce((all, at) => all + (data[at] ?? 0) - (data[at + 2] ?? 0), 0);
    return sum / spots.length;
  };
  const [frost, smoke] = [await warmth('#e6eef0'), await warmth('#7b8084')];
  assert.ok(frost > 40, `${frost}`);
  assert.ok(smoke < 20, `${smoke}`);
});

test('the window in the back and its light are seen from behind, and nowhere else', () => {
  const spec: BoardSpec = { layout: '65', colours, scene: { background: '#dde0d8' } };
  const added = (view: BoardView) =>
    drawBoard({ ...spec, view, window: '#ffd591' }).split('<path').length -
    drawBoard({ ...spec, view }).split('<path').length;
  assert.ok(added('rear') > 5);
  for (const view of ['top', 'angled', 'right', 'side', 'back'] as const)
    assert.equal(added(view), 0, view);
});

test('a case that one screw closes shows it at the back and none from below', () => {
  const paths = (view: 'rear' | 'back' | 'angled', hasThumbScrew: boolean) =>
    drawBoard({ layout: '65', colours, view, hasThumbScrew }).match(/<(path|circle)/g)?.length ?? 0;
  assert.ok(paths('rear', true) > paths('rear', false));
  assert.ok(paths('back', true) < paths('back', false));
  assert.equal(paths('angled', true), paths('angled', false));
});

test('layers that are apart are named, and a weight only where there is one', () => {
  const names = (isWeighted?: boolean) =>
    drawBoard({
      layout: '60',
      colours,
      view: 'exploded',
      ...(isWeighted === undefined ? {} : { isWeighted }),
    }).match(/<circle/g)?.length;
  assert.equal(names(), 6);
  assert.equal(names(false), 5);
  const back = (isWeighted: boolean) =>
    drawBoard({ layout: '60', colours, view: 'back', isWeighted });
  assert.ok(back(true).includes('polish)'));
  assert.ok(!back(false).includes('polish)'));
});

test('a case with turned keys is symmetrical, so that its underside mirrors its top', () => {
  const { hull } = prepareBoard({ layout: 'alice', colours });
  const xs = hull.map(([x]) => x);
  const sum = Math.min(...xs) + Math.max(...xs);
  for (const [x, y] of hull)
    assert.ok(
      hull.some(([u, v]) => Math.abs(u - (sum - x)) < 1e-6 && Math.abs(v - y) < 1e-6),
      `nothing mirrors ${x} ${y}`,
    );
});

test('a case that is apart is an open tray, without wells for keys', () => {
  const svg = (view: 'exploded' | 'angled') => drawBoard({ layout: 'alice', colours, view });
  assert.ok(svg('angled').includes('id="bwell"'));
  assert.ok(!svg('exploded').includes('id="bwell"'));
  assert.ok(svg('exploded').includes('id="bopen"'));
});

test('wood has its grain on its sides too', () => {
  const grains = (view: 'side') =>
    drawBoard({ layout: 'alice', colours, view, finish: 'wood' }).match(/url\(#bgrain\)/g)
      ?.length ?? 0;
  assert.ok(grains('side') > 2);
});

test('a board can be seen from the right as well as from the left', () => {
  const svg = (view: 'right' | 'angled') => drawBoard({ layout: 'tkl', colours, view });
  assert.notEqual(svg('right'), svg('angled'));
});

test('the flat view stays small: three nodes to a key, under a third of the full view', () => {
  const nodes = (view: 'flat' | 'top') =>
    drawBoard({ layout: 'full', colours, view }).match(/<(path|g)/g)?.length ?? 0;
  assert.ok(nodes('flat') < 104 * 3 + 60);
  assert.ok(nodes('flat') * 3 < nodes('top'));
});

test('any layout that can be read can be drawn, and stays in its frame', () => {
  const number = fc.double({ min: -4, max: 9, noNaN: true });
  const size = fc.double({ min: 0.5, max: 7, noNaN: true });
  const item = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.record(
      {
        x: number,
        y: number,
        w: size,
        h: size,
        w2: size,
        h2: size,
        x2: number,
        y2: number,
        a: fc.integer({ min: 0, max: 7 }),
        l: fc.boolean(),
        d: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(item), { minLength: 1 }),
      fc.constantFrom(...views),
      (kle, view) => {
        const read = parseKle(kle);
        fc.pre(read.ok);
        const svg = drawBoard({ layout: read.value, colours, view });
        assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
        const [, width = '0', height = '0'] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? [];
        assert.ok(Number(width) > 0 && Number(height) > 0);
      },
    ),
    { numRuns: 120 },
  );
});

test('zones are read from legends as a typist would name them, and as the database does', () => {
  for (const { name, layout, zones } of zoneCases) {
    const read = parseKle(layout);
    assert.ok(read.ok, name);
    assert.equal(zoneLetters(read.value), zones, name);
  }
});
