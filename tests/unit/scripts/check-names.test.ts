import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const project = path.resolve(import.meta.dirname, '../../..');
const check = (...names: string[]) =>
  spawnSync(process.execPath, ['scripts/check.ts', ...names], { cwd: project, encoding: 'utf8' });

test('a check that does not exist is refused, and nothing is called clean', () => {
  const { status, stdout } = check('shape', 'dead');
  assert.equal(status, 2);
  assert.match(stdout, /no check called dead\b.*dead-code/);
  assert.doesNotMatch(stdout, /clean/);
});

test('a check is run by its name alone', () => {
  const { status, stdout } = check('shape');
  assert.equal(status, 0);
  assert.match(stdout, /Shape/);
  assert.doesNotMatch(stdout, /Types|Lint/);
});
