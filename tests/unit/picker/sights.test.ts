import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linearToSrgb, srgbToLinear } from '#drawing/colour.ts';
import { rgbOf } from '#features/colours/model/palette.ts';
import { sights } from '#features/picker/model/colour-blind.ts';

/** What the filter of a sight makes of a colour: red, green and blue. */
function seenAs(hex: string, sight: keyof typeof sights): readonly number[] {
  const { r, g, b } = rgbOf(hex);
  const light = [r, g, b].map(srgbToLinear);
  return sights[sight].map((row) => {
    const sum = row.reduce((whole, part, at) => whole + part * (light[at] ?? 0), 0);
    return linearToSrgb(Math.min(Math.max(sum, 0), 1));
  });
}

test('who lacks a cone confuses what they confuse', () => {
  const [red = 0] = seenAs('#c03020', 'deutan');
  const [green = 0] = seenAs('#5a6b20', 'deutan');
  const apart = Math.abs(rgbOf('#c03020').r - rgbOf('#5a6b20').r);
  assert.ok(Math.abs(red - green) < apart * 0.75);
});

test('greys stay grey to everybody', () => {
  for (const sight of ['protan', 'deutan', 'tritan', 'grey'] as const) {
    const grey = seenAs('#808080', sight);
    assert.ok(Math.max(...grey) - Math.min(...grey) < 0.01, sight);
  }
});
