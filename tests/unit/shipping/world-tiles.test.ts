import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { tilesFor, worldSize, worldTiles } from '#features/shipping/model/world-tiles.ts';

test('each country has one tile of the map, and each tile one country', () => {
  const codes = worldTiles.map(({ code }) => code);
  assert.deepEqual(
    codes.filter((code, index) => codes.indexOf(code) !== index),
    [],
  );
  assert.ok(codes.every((code) => /^[A-Z]{2}$/.test(code)));
  assert.ok(worldTiles.every(({ column }) => column < worldSize.columns));
});

test('every country of the demo shop lies on the map, and one that does not stands below it', async () => {
  const folder = path.join(import.meta.dirname, '../../../supabase');
  const files = ['starter.sql', 'seed.sql'];
  const seeds = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
  const blocks = seeds.join('\n').split('insert into public.countries').slice(1);
  const codes = blocks.flatMap((block) =>
    [...(block.split(';\n')[0] ?? '').matchAll(/^ {2}\('([A-Z]{2})',/gm)].map(
      ([, code = '']) => code,
    ),
  );
  assert.ok(codes.length > 45);
  assert.equal(tilesFor(codes).length, worldTiles.length);
  const [below] = tilesFor(['ZZ']).slice(-1);
  assert.deepEqual(below, { code: 'ZZ', column: 0, row: worldSize.rows + 1 });
});
