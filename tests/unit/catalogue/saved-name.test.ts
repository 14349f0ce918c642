import assert from 'node:assert/strict';
import { test } from 'node:test';
import { savedName } from '../../../src/features/catalogue/model/saved-name.ts';

test('a file is saved under a name that any system takes', () => {
  const names = {
    'Build Guide (v2).MD': 'build-guide-v2.md',
    'plate.v1.dxf': 'plate.v1.dxf',
    '../../etc/passwd.txt': 'etc-passwd.txt',
    'Übersicht Größe.json': 'bersicht-gr-e.json',
  };
  for (const [name, saved] of Object.entries(names)) assert.equal(savedName(name), saved);
});
