import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { lateStyles } from '#build/late-styles/plugin.ts';

const source = path.resolve(import.meta.dirname, '../../../src');

function taken(css: string, id: string): unknown {
  const { transform } = lateStyles();
  assert.ok(typeof transform === 'function');
  return Reflect.apply(transform, undefined, [css, id]);
}

test('every sheet that says at its head that it is late is taken out of the first picture', async () => {
  const sheets = await Array.fromAsync(glob('**/*.css', { cwd: source }));
  let late = 0;
  for (const sheet of sheets) {
    const file = path.join(source, sheet);
    const css = await readFile(file, 'utf8');
    const head = /^(?:\s*\/\*.*\*\/)*/.exec(css)?.[0] ?? '';
    if (!head.includes('late:')) continue;
    late += 1;
    assert.notEqual(taken(css, file), null, sheet);
  }
  assert.ok(late > 5);
});

test('a sheet that says nothing of it stays', () => {
  assert.equal(taken('/* chunk: stores */\n.a { color: red; }', '/shop/a.css'), null);
});
