import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largeLink } from '#content/pictures/large-picture.ts';

test('the largest drawing is named after the others, where there is one', () => {
  const srcset = '/pictures/0123456789ab-640.avif 640w, /pictures/0123456789ab-1120.avif 1120w';
  assert.equal(largeLink(srcset), '/pictures/0123456789ab-2240.avif');
  assert.equal(largeLink('/pictures/0123456789ab-640.avif 640w'), null);
  assert.equal(largeLink('https://api.example/storage/photo.jpg'), null);
});
