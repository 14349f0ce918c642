import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longest, proposedAlt } from '../../../src/features/photos/model/photo.ts';

test('an alt text is proposed from product, choice and note, and fits its field', () => {
  const of = (choice: string, note: string) => proposedAlt({ product: 'Merlow', choice, note });
  assert.equal(of('', ''), 'Merlow');
  assert.equal(of('Merlow', ''), 'Merlow');
  assert.equal(of('Bracken', 'Brass\n plate.'), 'Merlow, Bracken. Brass plate');
  const long = of('Bracken', 'Lubed '.repeat(70));
  assert.ok(long.endsWith('Lubed …'), long);
  assert.ok(long.length < 150);
  const longer = proposedAlt({ product: 'x'.repeat(400), choice: '', note: '' });
  assert.equal(longer.length, longest.alt);
});
