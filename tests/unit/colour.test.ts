import assert from 'node:assert/strict';
import { test } from 'node:test';
import Color from 'colorjs.io';
import * as fc from 'fast-check';
import { ciede2000, deltaEOk, rgbToLab } from '#domain/colour-difference.ts';
import {
  contrastRatio,
  darkenRgb,
  lightenRgb,
  mixRgb,
  oklabToRgb,
  oklchToRgb,
  parseColour,
  rgbToHex,
  rgbToOklab,
  rgbToOklch,
  type Rgb,
} from '#domain/colour.ts';

const byte = fc.integer({ min: 0, max: 255 });
const anyColour = fc
  .tuple(byte, byte, byte)
  .map(([r, g, b]): Rgb => ({ r: r / 255, g: g / 255, b: b / 255 }));

const near = (actual: number, expected: number, by: number): void =>
  assert.ok(Math.abs(actual - expected) <= by, `${actual} is not within ${by} of ${expected}`);

/** The 34 pairs that Sharma, Wu and Dalal published with their notes on CIEDE2000. */
const PAIRS: readonly (readonly number[])[] = [
  [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
  [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
  [50, 2.8361, -74.02, 50, 0, -82.7485, 3.4412],
  [50, -1.3802, -84.2814, 50, 0, -82.7485, 1],
  [50, -1.1848, -84.8006, 50, 0, -82.7485, 1],
  [50, -0.9009, -85.5211, 50, 0, -82.7485, 1],
  [50, 0, 0, 50, -1, 2, 2.3669],
  [50, -1, 2, 50, 0, 0, 2.3669],
  [50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792],
  [50, 2.49, -0.001, 50, -2.49, 0.001, 7.1792],
  [50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195],
  [50, 2.49, -0.001, 50, -2.49, 0.0012, 7.2195],
  [50, -0.001, 2.49, 50, 0.0009, -2.49, 4.8045],
  [50, -0.001, 2.49, 50, 0.001, -2.49, 4.8045],
  [50, -0.001, 2.49, 50, 0.0011, -2.49, 4.7461],
  [50, 2.5, 0, 50, 0, -2.5, 4.3065],
  [50, 2.5, 0, 73, 25, -18, 27.1492],
  [50, 2.5, 0, 61, -5, 29, 22.8977],
  [50, 2.5, 0, 56, -27, -3, 31.903],
  [50, 2.5, 0, 58, 24, 15, 19.4535],
  [50, 2.5, 0, 50, 3.1736, 0.5854, 1],
  [50, 2.5, 0, 50, 3.2972, 0, 1],
  [50, 2.5, 0, 50, 1.8634, 0.5757, 1],
  [50, 2.5, 0, 50, 3.2592, 0.335, 1],
  [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
  [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.263],
  [61.2901, 3.7196, -5.3901, 61.4292, 2.248, -4.962, 1.8731],
  [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
  [22.7233, 20.0904, -46.694, 23.0331, 14.973, -42.5619, 2.0373],
  [36.4612, 47.858, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
  [90.8027, -2.0831, 1.441, 91.1528, -1.6435, 0.0447, 1.4441],
  [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
  [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
  [2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082],
];

test('CIEDE2000 gives the published difference for each published pair', () => {
  for (const [l1 = 0, a1 = 0, b1 = 0, l2 = 0, a2 = 0, b2 = 0, expected = 0] of PAIRS) {
    const first = { l: l1, a: a1, b: b1 };
    const second = { l: l2, a: a2, b: b2 };
    near(ciede2000(first, second), expected, 0.00005);
    near(ciede2000(second, first), expected, 0.00005);
  }
});

test('conversions and both differences agree with a reference library on 1,000 pairs', () => {
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
      near(deltaEOk(first, second), 100 * one.deltaEOK(two), 1e-3);
      // WCAG states its weights with four digits.
      near(contrastRatio(first, second), one.contrastWCAG21(two), 0.005);
    }),
    { numRuns: 1000, seed: 9 },
  );
});

test('both differences are nought for equal colours and do not depend on order', () => {
  fc.assert(
    fc.property(anyColour, anyColour, (first, second) => {
      const [p, q] = [rgbToLab(first), rgbToLab(second)];
      assert.equal(ciede2000(p, p), 0);
      assert.equal(deltaEOk(first, first), 0);
      near(ciede2000(p, q), ciede2000(q, p), 1e-9);
      near(deltaEOk(first, second), deltaEOk(second, first), 1e-9);
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

test('lightening lightens, darkening darkens, and a mix lies between', () => {
  fc.assert(
    fc.property(anyColour, anyColour, (first, second) => {
      const l = rgbToOklab(first).l;
      assert.ok(rgbToOklab(lightenRgb(first, 0.1)).l >= l - 1e-6);
      assert.ok(rgbToOklab(darkenRgb(first, 0.1)).l <= l + 1e-6);
      const mixed = rgbToOklab(mixRgb(first, second, 0.5)).l;
      near(mixed, (l + rgbToOklab(second).l) / 2, 0.004);
    }),
  );
});
