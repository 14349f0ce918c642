import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flakyFiles } from '../../../scripts/browser-tests.ts';

const spec = (status: string) => ({ tests: [{ status }] });

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
