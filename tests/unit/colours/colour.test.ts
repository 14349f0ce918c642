import assert from 'node:assert/strict';
import { test } from 'node:test';
import Color from 'colorjs.io';
import * as fc from 'fast-check';
import { ciede2000, rgbToLab } from '#features/colours/model/colour-difference.ts';
import {
  contrastRatio,
  mixRgb,
  oklabToRgb,
  oklchToRgb,
  parseColour,
  rgbToHex,
  rgbToOklab,
  rgbToOklch,
  type Rgb,
} from '#drawing/colour.ts';
import cases from '../../cases/colour-differences.json' with { type: 'json' };

const byte = fc.integer({ min: 0, max: 255 });
const anyColour = fc
  .tuple(byte, byte, byte)
  .map(([r, g, b]): Rgb => ({ r: r / 255, g: g / 255, b: b / 255 }));

const near = (actual: number, expected: number, by: number): void =>
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not within ${by} of ${expected}`);

/** Those that Sharma, Wu and Dalal published with their notes on CIEDE2000. */
test('CIEDE2000 gives the published difference for each published pair', () => {
  for (const [l1 = 0, a1 = 0, b1 = 0, l2 = 0, a2 = 0, b2 = 0, expected = 0] of cases.published) {
    const first = { l: l1, a: a1, b: b1 };
    const second = { l: l2, a: a2, b: b2 };
    near(ciede2000(first, second), expected, 0.00005);
    near(ciede2000(second, first), expected, 0.00005);
  }
});

test('conversions and the difference agree with a reference library on 1,000 pairs', () => {
  const coords = (colour: Color, space: string) => colour.to(space).coords.map(Number);
  fc.assert(
    fc.property(anyColour, anyColour, (first, second) => {
      const [one, two] = [first, second].map(({ r, g, b }) => new Color('srgb', [r, g, b]));
      assert.ok(one && two);
      const [p, q] = [rgbToLab(first), rgbToLab(second)];
      for (const [n, value] of coords(one, 'lab-d65').entries())
        near([p.l, p.a, p.b][n] ?? NaN, value, 1e-4);
      const ok = rgbToOklab(first);
      for (const [n, value] of coords(one, 'oklab').entries())
        near([ok.l, ok.a, ok.b][n] ?? NaN, value, 1e-5);
      const theirs = new Color('lab', [p.l, p.a, p.b]).deltaE2000(
        new Color('lab', [q.l, q.a, q.b]),
      );
      near(ciede2000(p, q), theirs, 1e-6);
      // WCAG states its weights with four digits.
      near(contrastRatio(first, second), one.contrastWCAG21(two), 0.005);
    }),
    { numRuns: 1000, seed: 9 },
  );
});

test('the difference is nought for equal colours and does not depend on order', () => {
  fc.assert(
    fc.property(anyColour, anyColour, (first, second) => {
      const [p, q] = [rgbToLab(first), rgbToLab(second)];
      assert.equal(ciede2000(p, p), 0);
      near(ciede2000(p, q), ciede2000(q, p), 1e-9);
    }),
  );
});

test('every sRGB colour comes back from OKLab, OKLCH and text as the same bytes', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const hex = rgbToHex(colour);
      assert.equal(rgbToHex(oklabToRgb(rgbToOklab(colour))), hex);
      assert.equal(rgbToHex(oklchToRgb(rgbToOklch(colour))), hex);
      assert.deepEqual(rgbToHex(parseColour(hex) ?? { r: -1, g: -1, b: -1 }), hex);
    }),
  );
});

test('OKLab of the primaries is as its author states it', () => {
  const red = rgbToOklab({ r: 1, g: 0, b: 0 });
  near(red.l, 0.628, 0.001);
  near(red.a, 0.2249, 0.001);
  near(red.b, 0.1258, 0.001);
  near(rgbToOklab({ r: 1, g: 1, b: 1 }).l, 1, 1e-4);
});

test('a colour outside sRGB keeps its hue and lightness and loses chroma only', () => {
  fc.assert(
    fc.property(
      fc.record({
        l: fc.double({ min: 0.2, max: 0.9, noNaN: true }),
        c: fc.double({ min: 0.3, max: 0.5, noNaN: true }),
        h: fc.double({ min: 0, max: 359, noNaN: true }),
      }),
      (wanted) => {
        const shown = rgbToOklch(oklchToRgb(wanted));
        near(shown.l, wanted.l, 0.004);
        assert.ok(shown.c <= wanted.c + 1e-6);
        const turn = Math.abs(shown.h - wanted.h);
        assert.ok(Math.min(turn, 360 - turn) < 1.5, `hue moved by ${turn}`);
      },
    ),
  );
});

test('text that is no colour is refused, and both notations are read', () => {
  for (const text of ['', 'red', '#12', '#12345', 'oklch(1 2)', 'oklch(a b c)', '#ggg', 'url(#x)'])
    assert.equal(parseColour(text), null, text);
  assert.equal(rgbToHex(parseColour('#F80') ?? { r: 0, g: 0, b: 0 }), '#ff8800');
  assert.equal(
    rgbToHex(parseColour('oklch(62.8% 0.2577 29.23)') ?? { r: 0, g: 0, b: 0 }),
    '#ff0000',
  );
});

test('contrast follows WCAG: 21 for black on white, the same both ways', () => {
  near(contrastRatio({ r: 0, g: 0, b: 0 }, { r: 1, g: 1, b: 1 }), 21, 1e-9);
  const grey = parseColour('#767676') ?? { r: 0, g: 0, b: 0 };
  near(contrastRatio(grey, { r: 1, g: 1, b: 1 }), 4.54, 0.01);
});

test('a mix lies between', () => {
  fc.assert(
    fc.property(anyColour, anyColour, (first, second) => {
      const l = rgbToOklab(first).l;
      const mixed = rgbToOklab(mixRgb(first, second, 0.5)).l;
      near(mixed, (l + rgbToOklab(second).l) / 2, 0.004);
    }),
  );
});
