import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Tells the digests of some pictures of each kind, drawn in this order or the other way round. */
const drawing = `
  import { createHash } from 'node:crypto';
  import { drawProductPicture } from '#drawing/product-picture/draw-product-picture.ts';
  const colours = { alphas: '#f1ede4', modifiers: 'oklch(0.36 0.04 250)', accents: '#e8643c',
    legends: '#2c3e50', case: '#3b4754', plate: '#c9a44c', weight: '#b08d57' };
  const palette = { body: '#c8352f', secondary: '#f6ead6', accent: '#5f7f3f', glow: '#d8ff8a', base: '#4b3b2e' };
  const three = { main: '#e9e4da', second: '#3b4754', accent: '#e0623a' };
  const specs = [
    ...['top', 'angled', 'flat', 'detail', 'side', 'back', 'exploded'].map((view) =>
      ({ kind: 'board', layout: 'alice', colours, view, profile: 'sa', legends: 'sub', finish: 'wood',
        scene: { background: '#dcd8d0' } })),
    { kind: 'kit-sheet', kit: 'novelties', colours },
    { kind: 'artisan', form: 'owl', palette, material: 'resin', speckle: 0.6, seed: 7, resolution: 64 },
    { kind: 'desk-mat', colours: three, resolution: 48 },
  ];
  const turn = process.env.BACKWARDS ? specs.toReversed() : specs;
  const prints = turn.map((spec) => [JSON.stringify(spec),
    createHash('sha256').update(drawProductPicture(spec)).digest('hex')]);
  console.log(JSON.stringify(Object.fromEntries(prints.toSorted(([a], [b]) => (a < b ? -1 : 1)))));
`;

async function drawnBy(flags: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await run(
    process.execPath,
    ['--no-warnings', ...flags, '--input-type=module', '--eval', drawing],
    { env: { ...process.env, ...env }, cwd: new URL('../../..', import.meta.url) },
  );
  return stdout;
}

test('two processes draw the same pictures, whatever their time zone, language, seeds and order', async () => {
  const [one, other] = await Promise.all([
    drawnBy(['--hash-seed=1', '--random-seed=1'], { TZ: 'Pacific/Kiritimati', LC_ALL: 'C' }),
    drawnBy(['--hash-seed=987654', '--random-seed=2', '--max-opt=1'], {
      TZ: 'America/St_Johns',
      LC_ALL: 'tr_TR.UTF-8',
      LANG: 'ar_EG.UTF-8',
      BACKWARDS: '1',
    }),
  ]);
  assert.equal(Object.keys(JSON.parse(one) as object).length, 10);
  assert.equal(one, other);
});
