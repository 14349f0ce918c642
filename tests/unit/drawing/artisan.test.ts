import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { artisanForms, type ArtisanSpec } from '#drawing/artisan/artisan-spec.ts';
import { drawArtisan } from '#drawing/artisan/draw-artisan.ts';
import { seenOn } from '#drawing/artisan/sculpt.ts';
import { parseColour, rgbToOklch } from '#drawing/colour.ts';
import { inkOf, strokesOf } from '#drawing/product-picture/objects/legend-paint.ts';
import { drawProductPicture } from '#drawing/product-picture/draw-product-picture.ts';
import { parseProductPictureSpec } from '#drawing/product-picture/parse-product-picture-spec.ts';
import { objectKinds } from '#drawing/product-picture/product-picture-spec.ts';
import { eyeAt, floorAt, onPicture } from '#drawing/solid/eye.ts';
import { box, sphere } from '#drawing/solid/field.ts';
import { meshOf } from '#drawing/solid/mesh.ts';
import { MATT, within, type Part } from '#drawing/solid/part.ts';
import { solidPicture } from '#drawing/solid/picture.ts';
import { base64, encodePng } from '#drawing/solid/png.ts';

const palette = {
  body: '#c8352f',
  secondary: '#f6ead6',
  accent: '#5f7f3f',
  glow: '#d8ff8a',
  base: '#4b3b2e',
};
const small = { palette, resolution: 48, width: 48 } as const;

async function pixels(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).removeAlpha().resize(48, 48).raw().toBuffer();
}

/** Mean difference of a channel, 0 to 255. */
function apart(a: Buffer, b: Buffer): number {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

const drawnForms = Promise.all(
  artisanForms.map(async (form) => ({
    form,
    data: await pixels(drawArtisan({ ...small, form })),
  })),
);

test('every form is a picture of its own, unlike every other', async () => {
  const drawn = await drawnForms;
  for (const [n, a] of drawn.entries())
    for (const b of drawn.slice(n + 1))
      assert.ok(apart(a.data, b.data) > 5, `${a.form} looks like ${b.form}`);
});

test('every form looks as it did when it was last looked at', async () => {
  const file = new URL('../../cases/artisan-forms.json', import.meta.url);
  const drawn = await Promise.all(
    (await drawnForms).map(async ({ form, data }) => ({
      form,
      data: await sharp(data, { raw: { width: 48, height: 48, channels: 3 } })
        .resize(16, 16)
        .raw()
        .toBuffer(),
    })),
  );
  // `UPDATE_GOLDEN=1` after looking at the new ones.
  if (process.env['UPDATE_GOLDEN'] === '1') {
    const lines = drawn.map(({ form, data }) => `  "${form}": "${data.toString('base64')}"`);
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  }
  const golden = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  for (const { form, data } of drawn) {
    const kept = Buffer.from(golden[form] ?? '', 'base64');
    assert.equal(kept.length, data.length, form);
    // Whoever scales a picture may round a shade up or down; a stroke elsewhere is more.
    const most = data.reduce(
      (far, value, at) => Math.max(far, Math.abs(value - (kept[at] ?? 0))),
      0,
    );
    assert.ok(most <= 4, `${form} changed by ${most}`);
  }
});

test('paint ends softly, so that letters are smooth however small they are', async () => {
  const slab: Part = {
    field: box([0, 0, 0], [1, 1, 0.1], 0.02),
    bounds: within(-1.1, -1.1, -0.2, 1.1, 1.1, 0.2),
    colour: '#000000',
    second: '#ffffff',
    paint: (x, y) => (x > 0.37 * y ? 1 : 0),
    surface: MATT,
    cell: 0.05,
  };
  const eye = eyeAt({ pitch: 60, yaw: 0, target: [0, 0, 0], span: 3 });
  const drawn = solidPicture([slab], eye, 60, 'slab of two colours');
  const png = Buffer.from(drawn.split(',')[1] ?? '', 'base64');
  const { data } = await sharp(png)
    .flatten()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Rows and columns within the slab, whose own edges are soft anyway.
  const middle = [...data].filter(
    (_, at) => Math.abs((at % 60) - 30) < 12 && Math.abs(at / 60 - 30) < 10,
  );
  const [dark, light] = [Math.min(...middle), Math.max(...middle)];
  const soft = middle.filter((v) => v > dark + 30 && v < light - 30);
  assert.ok(soft.length >= 10, `${soft.length} pixels between ${dark} and ${light}`);
});

test('the same spec gives the same bytes, whatever was drawn between', () => {
  const spec: ArtisanSpec = { ...small, form: 'owl', material: 'resin', speckle: 0.5, seed: 3 };
  const first = drawArtisan(spec);
  for (const form of ['fox', 'diver', 'teacup', 'koi'] as const) drawArtisan({ ...small, form });
  assert.equal(drawArtisan(spec), first);
});

test('a colour in the palette shows, and so do material, flecks and view', async () => {
  const spec: ArtisanSpec = { ...small, form: 'diver' };
  const plain = await pixels(drawArtisan(spec));
  for (const other of [
    { ...spec, palette: { ...palette, body: '#2f5fc8' } },
    { ...spec, palette: { ...palette, base: '#e8e8e8' } },
    { ...spec, material: 'metal' as const },
    { ...spec, material: 'resin' as const, speckle: 1 },
    { ...spec, view: 'top' as const },
    { ...spec, view: 'mounted' as const },
    { ...spec, background: '#202028' },
  ])
    assert.ok(apart(plain, await pixels(drawArtisan(other))) > 0.5);
});

test('every form stands whole among the keys of a board', async () => {
  for (const form of artisanForms) {
    const spec = { ...small, form, view: 'mounted' } as const;
    const dark = { body: '#101010', secondary: '#101010', accent: '#101010', glow: '#101010' };
    const [one, other] = [
      await pixels(drawArtisan({ ...spec, palette: { ...dark, base: '#101010' } })),
      await pixels(drawArtisan({ ...spec, palette: { ...palette, base: '#e8e8e8' } })),
    ];
    const changed = Array.from({ length: 48 * 48 }, (_, n) => n).filter(
      (n) => Math.abs((one[n * 3 + 1] ?? 0) - (other[n * 3 + 1] ?? 0)) > 8,
    );
    assert.ok(changed.length > 48 * 48 * 0.03, `${form} is too small`);
    assert.ok(changed.length < 48 * 48 * 0.3, `${form} hides its board`);
    const [columns, rows] = [changed.map((n) => n % 48), changed.map((n) => Math.floor(n / 48))];
    assert.ok(Math.min(...columns) > 1 && Math.max(...columns) < 46, form);
    assert.ok(Math.min(...rows) > 1 && Math.max(...rows) < 46, form);
  }
});

test('letters on the caps of models have their bends, and are open where a letter is', () => {
  const inked = (letter: string, x: number, y: number) => inkOf(strokesOf(letter), x, y) > 0.5;
  for (const letter of 'OQDU09') assert.ok(!inked(letter, 0, 0), letter);
  for (const letter of 'BES8') assert.ok(inked(letter, 0, -0.02), letter);
  for (const letter of 'OCSG0368') assert.ok(inked(letter, 0, 0.5), letter);
  assert.ok(inked('O', 0.41, 0) && inked('O', -0.41, 0) && !inked('C', 0.41, 0));
});

test('a mark that its ground would swallow is drawn lighter or darker, and no other', () => {
  const lightness = (hex: string) => rgbToOklch(parseColour(hex) ?? { r: 0, g: 0, b: 0 }).l;
  const hidden = [
    ['#4d5256', '#1f2224'],
    ['#eceff0', '#b0bbc0'],
    ['#f7f4ee', '#f0ebe2'],
  ] as const;
  for (const [ground, mark] of hidden)
    assert.ok(Math.abs(lightness(seenOn(ground, mark)) - lightness(ground)) > 0.25, mark);
  assert.equal(seenOn('#9c3a24', '#2b1c17'), '#2b1c17');
});

test('red patches and stripes leave the water round them as it is', async () => {
  const red = { ...palette, body: '#f6f1e8', secondary: '#d2402a', accent: '#3a4a5a' };
  for (const form of ['koi', 'lighthouse'] as const) {
    const data = await pixels(
      drawArtisan({ ...small, form, palette: { ...red, base: '#1f4a52' }, background: '#ffffff' }),
    );
    const isRed = (at: number) => {
      const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
      return r > 1.6 * g && r > 1.6 * b;
    };
    const shown = Array.from({ length: 48 * 48 }, (_, n) => isRed(n * 3)).filter(Boolean).length;
    assert.ok(shown > 8 && shown < 230, `${form}: ${shown} pixels are red`);
  }
});

test('every kind of product is drawn and is unlike its neighbours', async () => {
  const colours = { main: '#e9e4da', second: '#3b4754', accent: '#e0623a' };
  const drawn: Buffer[] = [];
  for (const kind of objectKinds) {
    const svg = drawProductPicture({ kind, colours, resolution: 48, width: 48 });
    assert.doesNotMatch(svg, /NaN|undefined/);
    drawn.push(await pixels(svg));
  }
  for (const [n, a] of drawn.entries())
    for (const b of drawn.slice(n + 1)) assert.ok(apart(a, b) > 2, `${objectKinds[n]}`);
});

test('what is sold among other things has its name, within the picture', () => {
  const colours = { main: '#e9e4da', second: '#3b4754', accent: '#e0623a' };
  const named = [
    ['foam', 0, 'whole', 3],
    ['foam', 1, 'close', 3],
    ['foam', 2, 'whole', 0],
    ['stabiliser', 0, 'whole', 1],
    ['stabiliser', 1, 'close', 4],
    ['plate', 0, 'whole', 1],
    ['plate', 3, 'close', 0],
    ['knob', 1, 'close', 0],
    ['knob', 2, 'whole', 1],
    ['tray', 0, 'whole', 1],
  ] as const;
  for (const [kind, variant, view, count] of named) {
    const drawn = drawProductPicture({ kind, colours, variant, view, resolution: 48 });
    const dots = [...drawn.matchAll(/<circle cx="([^"]+)" cy="([^"]+)"/g)];
    const across = dots.map(([, x]) => Number(x));
    const down = dots.map(([, , y]) => Number(y));
    assert.equal(dots.length, count, `${kind} ${variant}`);
    assert.ok([...across, ...down].every((at) => at > 0 && at < 800));
    assert.deepEqual(
      down,
      down.toSorted((one, other) => one - other),
      'from the topmost down',
    );
  }
});

test('a place on the floor is found again in the picture', () => {
  const eye = eyeAt({ pitch: 24, yaw: -24, target: [0.3, 0, 1.4], span: 4.5 });
  for (const [across, down] of [
    [0.2, 0.7],
    [0.8, 0.9],
  ] as const) {
    const [x, y] = onPicture(eye, floorAt(eye, across - 0.5, down - 0.5) ?? [0, 0, 0]);
    assert.ok(Math.abs(x - across) < 1e-9 && Math.abs(y - down) < 1e-9);
  }
});

test('meshes lie on their field and close round it', () => {
  const ball = meshOf(sphere([0, 0, 0], 0.8), within(-1, -1, -1, 1, 1, 1), 0.06);
  assert.ok(ball.vertices.length > 600);
  for (let i = 0; i < ball.vertices.length; i += 6) {
    const [x = 0, y = 0, z = 0, nx = 0, ny = 0, nz = 0] = ball.vertices.subarray(i, i + 6);
    assert.ok(Math.abs(Math.hypot(x, y, z) - 0.8) < 0.01);
    assert.ok((x * nx + y * ny + z * nz) / 0.8 > 0.98, 'the normal points outwards');
  }
  const edges = new Map<string, number>();
  const block = meshOf(box([0, 0, 0], [0.5, 0.4, 0.3], 0.1), within(-1, -1, -1, 1, 1, 1), 0.05);
  for (let i = 0; i < block.triangles.length; i += 3) {
    const [a = 0, b = 0, c = 0] = block.triangles.subarray(i, i + 3);
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const edge = from < to ? `${from} ${to}` : `${to} ${from}`;
      edges.set(edge, (edges.get(edge) ?? 0) + 1);
    }
  }
  assert.ok(
    [...edges.values()].every((uses) => uses === 2),
    'every edge joins two triangles',
  );
});

test('PNG files hold the pixels that were put in, beyond one stored block too', async () => {
  const [width, height] = [190, 120];
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, n) => (n * 7 + (n >> 8)) & 255);
  const file = encodePng(width, height, rgba);
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [width, height, 4]);
  assert.deepEqual(new Uint8Array(data), rgba);
  for (const length of [0, 1, 2, 3, 4])
    assert.equal(
      base64(rgba.subarray(9, 9 + length)),
      Buffer.from(rgba.subarray(9, 9 + length)).toString('base64'),
    );
});

const zones = {
  alphas: '#fff',
  modifiers: '#123',
  accents: '#e63',
  legends: '#000',
  case: '#345',
  plate: '#ca4',
  weight: '#ca4',
};

test('picture specs from the database are read as they were written', () => {
  const specs = [
    {
      kind: 'board',
      layout: '65',
      colours: zones,
      view: 'angled',
      keyColours: { 3: { cap: '#fff' } },
      keyZones: { 4: 'accents' },
      scene: { background: '#eee', shadow: false },
    },
    {
      kind: 'board',
      layout: '65',
      colours: zones,
      view: 'rear',
      knob: 3,
      isWeighted: false,
      hasThumbScrew: true,
      glow: '#ffcf87',
      window: '#ffd591',
    },
    { kind: 'artisan', form: 'moth', palette, material: 'pearl', seed: 4, view: 'top' },
    { kind: 'kit-sheet', kit: 'novelties', colours: zones, profile: 'sa' },
    {
      kind: 'desk-mat',
      colours: { main: '#123', second: 'oklch(0.5 0.1 200)', accent: '#fff' },
      variant: 2,
      view: 'close',
    },
  ];
  for (const spec of specs)
    assert.deepEqual(parseProductPictureSpec(spec), { ok: true, value: spec });
});

test('a layout in a picture spec may be KLE data, and its faults keep their place', () => {
  const read = parseProductPictureSpec({
    kind: 'board',
    layout: [['A', { w: 2 }, 'B']],
    colours: zones,
  });
  assert.ok(read.ok && read.value.kind === 'board' && typeof read.value.layout === 'object');
  const bad = parseProductPictureSpec({ kind: 'board', layout: [['A'], ['B', 7]], colours: zones });
  assert.ok(!bad.ok && bad.error.message.includes('row 2, key 2'));
});

test('a spec that cannot be drawn is refused with the field that is wrong', () => {
  const refused = (spec: unknown, part: string) => {
    const read = parseProductPictureSpec(spec);
    assert.ok(!read.ok, JSON.stringify(spec));
    assert.ok(read.error.message.includes(part), read.error.message);
  };
  refused(null, 'object');
  refused([], 'object');
  refused({ kind: 'teapot' }, '"kind"');
  refused({ kind: 'board', layout: 'nope', colours: zones }, 'nope');
  refused({ kind: 'board', layout: '65' }, '"colours"');
  refused({ kind: 'board', layout: '65', colours: { ...zones, case: 'red"/>' } }, '"case"');
  refused({ kind: 'board', layout: '65', colours: zones, view: 'inside' }, '"view"');
  refused({ kind: 'board', layout: '65', colours: zones, keyColours: { x: {} } }, '"keyColours"');
  refused({ kind: 'board', layout: '65', colours: zones, window: 'red"/>' }, '"window"');
  refused({ kind: 'artisan', form: 'skull', palette }, '"form"');
  refused({ kind: 'artisan', form: 'fox', palette, resolution: 1e9 }, '"resolution"');
  refused({ kind: 'knob', colours: { main: '#fff' } }, '"second"');
  const three = { main: '#fff', second: '#aaa', accent: '#000' };
  refused({ kind: 'knob', colours: three, view: 'inside' }, '"view"');
});

test('kit sheets show their caps without a board under them', () => {
  for (const kit of [
    'base',
    'numpad',
    'novelties',
    'spacebars',
    'forties',
    'iso',
    'alphas',
    'accents',
  ] as const) {
    const svg = drawProductPicture({ kind: 'kit-sheet', kit, colours: zones });
    assert.ok((svg.match(/data-key/g)?.length ?? 0) >= 5, kit);
    assert.ok(!svg.includes('clipPath'), kit);
  }
});
