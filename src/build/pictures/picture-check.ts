/**
 * Tells whether the file of a picture is whole, by what its format says of its own length. Invariant:
 * a file that was cut short anywhere is none, and no more than a few bytes of a whole one are read.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parsePictureName, type PictureFile } from '#content/pictures/picture-names.ts';

/** The lengths of a picture of ours lie within its first bytes, all but the end of a JPEG. */
const headBytes = 1024;

interface OpenFile {
  readonly size: number;
  /** Fewer bytes where the file ends. */
  bytes(at: number, length: number): Buffer;
}

/** Boxes follow each other, each with its length, up to the end of the file. */
function isWholeAvif({ size, bytes }: OpenFile): boolean {
  const kinds: string[] = [];
  let at = 0;
  while (at < size) {
    const header = bytes(at, 8);
    if (header.length < 8) return false;
    const length = header.readUInt32BE(0);
    // Shorter than its own header: a length that is written elsewhere, as no encoder of ours does.
    if (length < 8) return false;
    kinds.push(header.toString('latin1', 4));
    at += length;
  }
  return at === size && kinds[0] === 'ftyp' && kinds.includes('meta') && kinds.includes('mdat');
}

function isWholeWebp({ size, bytes }: OpenFile): boolean {
  const header = bytes(0, 12);
  if (header.length < 12 || header.toString('latin1', 0, 4) !== 'RIFF') return false;
  return header.toString('latin1', 8) === 'WEBP' && header.readUInt32LE(4) + 8 === size;
}

function isWholeJpeg({ size, bytes }: OpenFile): boolean {
  if (size < 4 || bytes(0, 2).toString('hex') !== 'ffd8') return false;
  return bytes(size - 2, 2).toString('hex') === 'ffd9';
}

const checks: Readonly<Record<PictureFile['format'], (file: OpenFile) => boolean>> = {
  avif: isWholeAvif,
  webp: isWholeWebp,
  jpg: isWholeJpeg,
};

export type PictureState = 'whole' | 'broken' | 'missing';

function openIfThere(place: string): number | null {
  try {
    return openSync(place, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** `name` as pictures are named, whatever the path to its place. */
export function stateOfPicture(place: string, name: string): PictureState {
  const format = parsePictureName(name)?.format;
  const file = openIfThere(place);
  if (file === null) return 'missing';
  try {
    const { size } = fstatSync(file);
    const read = (at: number, length: number) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, at));
    };
    const head = read(0, headBytes);
    const bytes = (at: number, length: number) =>
      at + length <= headBytes ? head.subarray(at, at + length) : read(at, length);
    return format !== undefined && checks[format]({ size, bytes }) ? 'whole' : 'broken';
  } finally {
    closeSync(file);
  }
}
