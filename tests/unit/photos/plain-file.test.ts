import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { plainFile } from '../../../src/features/photos/model/plain-file.ts';

const secret = 'canary-of-the-camera';

const told = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: secret }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description creator="${secret}"/></rdf:RDF></x:xmpmeta>`,
    );

const pixelsOf = (file: Uint8Array) => sharp(file).raw().toBuffer();

describe('what everyone may fetch of a customer’s photo', () => {
  for (const [format, file] of [
    ['JPEG', () => told().jpeg().toBuffer()],
    ['progressive JPEG', () => told().jpeg({ progressive: true }).toBuffer()],
    ['WebP', () => told().webp().toBuffer()],
    ['lossless WebP', () => told().webp({ lossless: true }).toBuffer()],
  ] as const)
    test(`has of a ${format} the picture and its colours, and nothing that a camera wrote`, async () => {
      const given = new Uint8Array(await file());
      assert.match(Buffer.from(given).toString('latin1'), new RegExp(secret));
      const plain = plainFile(given);
      assert.ok(plain !== null);
      const { exif, xmp, icc } = await sharp(plain).metadata();
      assert.deepEqual([exif, xmp], [undefined, undefined]);
      assert.ok(icc !== undefined);
      assert.doesNotMatch(Buffer.from(plain).toString('latin1'), new RegExp(secret));
      assert.deepEqual(await pixelsOf(plain), await pixelsOf(given));
      assert.deepEqual(plainFile(plain), plain);
    });

  test('ends where the picture of a JPEG ends, whatever a phone hung behind it', async () => {
    const given = new Uint8Array(await told().jpeg().toBuffer());
    const film = Buffer.concat([given, Buffer.from(secret)]);
    assert.deepEqual(plainFile(new Uint8Array(film)), plainFile(given));
  });

  test('is nothing of a file that is no JPEG and no WebP, or was cut short', async () => {
    const jpeg = new Uint8Array(await told().jpeg().toBuffer());
    assert.equal(plainFile(jpeg.slice(0, jpeg.length / 2)), null);
    assert.equal(plainFile(new Uint8Array(await told().png().toBuffer())), null);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const starts = [[], [0xff, 0xd8], [...Buffer.from('RIFF\0\0\0\0WEBP')]];
        for (const start of starts) plainFile(new Uint8Array([...start, ...bytes]));
      }),
    );
  });
});
