import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileName, mediaPath, sizeWords } from '../../../src/features/catalogue/model/media.ts';

describe('a file of the library', () => {
  test('is kept under its own name, in letters that storage takes', () => {
    const kept = (name: string) => mediaPath(name, 'a1b2c3d4');
    assert.equal(kept('Harbour (2).JPG'), 'uploads/library/harbour-2-a1b2c3d4.webp');
    assert.equal(kept('Crème brûlée.png'), 'uploads/library/creme-brulee-a1b2c3d4.webp');
    assert.equal(kept('日本.png'), 'uploads/library/picture-a1b2c3d4.webp');
    // What the database takes as the path of a picture.
    for (const name of ['a'.repeat(300), '../../etc/passwd', ' -- .webp'])
      assert.match(kept(name), /^[a-z0-9][a-z0-9/-]{0,190}\.webp$/);
  });

  test('is named by the end of its path, and its size is told in round numbers', () => {
    assert.equal(fileName('uploads/a/b.webp'), 'b.webp');
    assert.equal(fileName('b.webp'), 'b.webp');
    assert.deepEqual([12, 312_400, 2_340_000].map(sizeWords), ['1 kB', '312 kB', '2.3 MB']);
  });
});
