import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserFaults, flakyFiles } from '../../../scripts/browser-tests.ts';

const spec = (status: string) => ({
  title: 'adds',
  tests: [{ status, results: [{ error: { message: 'No key' } }, {}] }],
});

test('A file in which two tests needed a second try fails the run, one such test does not', () => {
  const files = [
    { file: 'cart.spec.ts', specs: [spec('expected'), spec('flaky')] },
    {
      file: 'desk.spec.ts',
      specs: [spec('flaky')],
      suites: [{ file: 'desk.spec.ts', specs: [spec('flaky'), spec('expected')] }],
    },
  ];
  assert.deepEqual(flakyFiles(files), ['desk.spec.ts']);
});

test('What failed at any try is told in a line, with where and why', () => {
  const files = [
    { file: 'cart.spec.ts', specs: [spec('expected'), spec('flaky')] },
    { file: 'desk.spec.ts', suites: [{ file: 'desk.spec.ts', specs: [spec('unexpected')] }] },
  ];
  assert.deepEqual(browserFaults(files), [
    'cart.spec.ts: adds: No key',
    'desk.spec.ts: adds: No key',
  ]);
});
