import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittingPictures, type ChosenPicture } from '#features/catalogue/model/fitting-pictures.ts';

const variants = [null, 'slate', 'cream'];
const values = [null, 'moss', 'raw'];
const every: readonly ChosenPicture[] = variants.flatMap((variant) =>
  values.map((value) => ({ variant, value })),
);

test('whatever is chosen and whatever pictures there are, some are shown', () => {
  for (let mask = 1; mask < 2 ** every.length; mask += 1) {
    const pictures = every.filter((_, place) => (mask & (1 << place)) !== 0);
    for (const variant of ['slate', 'cream', 'none'])
      for (const value of ['moss', 'raw', 'none'])
        assert.notEqual(fittingPictures(pictures, new Set([variant, value])).length, 0);
  }
});

test('pictures of the choice come before those of the variant alone, and these before others', () => {
  const [slateMoss, slateRaw, creamMoss] = [
    { variant: 'slate', value: 'moss' },
    { variant: 'slate', value: 'raw' },
    { variant: 'cream', value: 'moss' },
  ];
  const pictures = [slateMoss, slateRaw, creamMoss];
  assert.deepEqual(fittingPictures(pictures, new Set(['slate', 'raw'])), [slateRaw]);
  assert.deepEqual(fittingPictures(pictures, new Set(['cream', 'raw'])), [creamMoss]);
  assert.deepEqual(fittingPictures(pictures, new Set(['umber', 'moss'])), [slateMoss, creamMoss]);
  assert.deepEqual(fittingPictures(pictures, new Set(['umber', 'kelp'])), pictures);
});
