import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import cut from 'subset-font';

/** What the shop writes: the letters of Western Europe, and the signs of its own sentences. */
const ranges = [
  [0x20, 0x7e],
  [0xc0, 0xff],
] as const;
const signs = '\u00a0¡£§©«®°±·»¿Œœ–—‘’‚“”„…€™←↑→↓−≈';

const latin = ranges
  .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  .map((code) => String.fromCodePoint(code))
  .join('');

/** What no heading holds. */
const signsOfText = /[¡£§©«®°±»¿‚„™←↑→↓−≈\\^`{|}~<>_=@*]/g;

interface Face {
  readonly file: string;
  readonly from: string;
  readonly letters: string;
  readonly weights?: { readonly min: number; readonly max: number };
}

const faces: readonly Face[] = [
  {
    file: 'hanken-grotesk.woff2',
    from: import.meta
      .resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'),
    letters: latin + signs,
    weights: { min: 400, max: 700 },
  },
  {
    file: 'national-park.woff2',
    from: import.meta
      .resolve('@fontsource/national-park/files/national-park-latin-600-normal.woff2'),
    // A connection of its own brings ten kilobytes in its first round: headers included, it is less.
    letters: (latin + signs).replaceAll(signsOfText, ''),
  },
];

/** The two faces of the pages, cut down to what the shop writes: a phone waits for them. */
export const cutFaces = () =>
  Promise.all(
    faces.map(async ({ file, from, letters, weights }) => ({
      file: new URL(`../src/ui/faces/${file}`, import.meta.url),
      bytes: await cut(await readFile(fileURLToPath(from)), letters, {
        targetFormat: 'woff2',
        keepFeatures: ['kern', 'tnum'],
        ...(weights && { variationAxes: { wght: weights } }),
      }),
    })),
  );

if (process.argv[1] === import.meta.filename) {
  for (const { file, bytes } of await cutFaces()) {
    await writeFile(file, bytes);
    console.log(`${fileURLToPath(file)}: ${bytes.length} bytes`);
  }
}
