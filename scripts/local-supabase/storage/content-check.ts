/**
 * Hosted Storage takes the declared type on trust; here a declared picture must begin, end and decode
 * as one, a declared sound begin as one, and neither may carry markup that another program could run.
 */
import { open, type FileHandle } from 'node:fs/promises';
import sharp from 'sharp';
import { contentNotAsDeclared } from './storage-errors.ts';

/** More pixels than this are a bomb, not a picture: the limit of hosted image transformation. */
export const mostPixels = 50_000_000;

const headBytes = 64;
const ascii = (text: string) => Buffer.from(text, 'latin1');

interface PictureKind {
  readonly begins: (head: Buffer) => boolean;
  /** What sharp calls it; null where sharp can't decode it. */
  readonly format: string | null;
  readonly ends?: (file: FileHandle, size: number) => Promise<boolean>;
}

const startsWith =
  (...magics: readonly Buffer[]) =>
  (head: Buffer): boolean =>
    magics.some((magic) => head.subarray(0, magic.length).equals(magic));

const brands = (allowed: readonly string[]) => (head: Buffer) =>
  head.toString('latin1', 4, 8) === 'ftyp' &&
  allowed.some((brand) => head.toString('latin1', 8, headBytes).includes(brand));

const endsWith =
  (tail: Buffer) =>
  async (file: FileHandle, size: number): Promise<boolean> => {
    const found = await readAt(file, Math.max(0, size - tail.length), tail.length);
    return found.equals(tail);
  };

async function riffSizeFits(file: FileHandle, size: number): Promise<boolean> {
  const head = await readAt(file, 0, 8);
  const declared = head.readUInt32LE(4) + 8;
  return declared === size || declared + 1 === size;
}

const png: PictureKind = {
  begins: startsWith(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  format: 'png',
  ends: endsWith(Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])),
};
const jpeg: PictureKind = { begins: startsWith(Buffer.from([0xff, 0xd8, 0xff])), format: 'jpeg' };
const heif: PictureKind = { begins: brands(['heic', 'heix', 'mif1', 'msf1']), format: null };
const icon: PictureKind = { begins: startsWith(Buffer.from([0, 0, 1, 0])), format: null };

const pictureKinds: Readonly<Record<string, PictureKind>> = {
  'image/png': png,
  'image/apng': png,
  'image/jpeg': jpeg,
  'image/jpg': jpeg,
  'image/gif': {
    begins: startsWith(ascii('GIF87a'), ascii('GIF89a')),
    format: 'gif',
    ends: endsWith(Buffer.from([0x3b])),
  },
  'image/webp': {
    begins: (head) =>
      head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
    format: 'webp',
    ends: riffSizeFits,
  },
  'image/avif': { begins: brands(['avif', 'avis']), format: 'heif' },
  'image/heic': heif,
  'image/heif': heif,
  'image/tiff': {
    begins: startsWith(Buffer.from([0x49, 0x49, 0x2a, 0]), Buffer.from([0x4d, 0x4d, 0, 0x2a])),
    format: 'tiff',
  },
  'image/bmp': { begins: startsWith(ascii('BM')), format: null },
  'image/x-icon': icon,
  'image/vnd.microsoft.icon': icon,
};

/** Frames of MPEG audio begin with eleven set bits; the layer's two bits, nought in AAC, tell which. */
const frames = (isAac: boolean) => (head: Buffer) =>
  head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && (((head[1] ?? 0) & 0x06) === 0) === isAac;

const wave = (head: Buffer) =>
  head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE';

const mp3Frames = frames(false);
const taggedMp3 = startsWith(ascii('ID3'));

const soundKinds: Readonly<Record<string, (head: Buffer) => boolean>> = {
  'audio/mpeg': (head) => taggedMp3(head) || mp3Frames(head),
  'audio/aac': frames(true),
  'audio/mp4': (head) => head.toString('latin1', 4, 8) === 'ftyp',
  'audio/ogg': startsWith(ascii('OggS')),
  'audio/wav': wave,
};

/** What a picture has no business to contain: the beginnings of documents that run code. */
const activeMarkup = /<(?:script|html|!doctype|iframe|\?php|body)[\s>]/i;
const longestMarker = 16;

/** `image/PNG; charset=x` -> `image/png` */
export function bareMimeType(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Throws when the file is declared as a picture, a sound or PDF and is not one. */
export async function assertContent(file: string, size: number, declared: string): Promise<void> {
  const mimeType = bareMimeType(declared);
  const isPicture = mimeType.startsWith('image/');
  const sound = soundKinds[mimeType];
  if (!isPicture && sound === undefined && mimeType !== 'application/pdf') return;
  const handle = await open(file, 'r');
  try {
    const isRight = await isAsDeclared();
    if (!isRight) throw contentNotAsDeclared(declared);
  } finally {
    await handle.close();
  }

  async function isAsDeclared(): Promise<boolean> {
    if (isPicture) return isDeclaredPicture(handle, size, mimeType, file);
    if (sound === undefined) return (await readAt(handle, 0, 5)).equals(ascii('%PDF-'));
    return sound(await readAt(handle, 0, headBytes)) && !(await containsMarkup(handle, size));
  }
}

async function isDeclaredPicture(
  handle: FileHandle,
  size: number,
  mimeType: string,
  file: string,
): Promise<boolean> {
  if (mimeType === 'image/svg+xml') return isVectorPicture(handle, size);
  const kind = pictureKinds[mimeType];
  if (!kind || size === 0) return false;
  if (!kind.begins(await readAt(handle, 0, headBytes))) return false;
  if (kind.ends && !(await kind.ends(handle, size))) return false;
  if (await endsAsArchive(handle, size)) return false;
  if (await containsMarkup(handle, size)) return false;
  return kind.format === null || decodesAs(file, kind.format);
}

async function decodesAs(file: string, format: string): Promise<boolean> {
  try {
    const found = await sharp(file, { limitInputPixels: mostPixels }).metadata();
    return found.format === format && found.width * found.height <= mostPixels;
  } catch {
    return false;
  }
}

/** Only where a bucket allows SVG: no script, no handlers, no foreign content. */
async function isVectorPicture(handle: FileHandle, size: number): Promise<boolean> {
  const text = (await readAt(handle, 0, Math.min(size, 1024 * 1024))).toString('utf8');
  const isSvg = /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text);
  const runs = /<script|<foreignobject|<iframe|<!entity|\son\w+\s*=|javascript:/i.test(text);
  return isSvg && !runs && size <= 1024 * 1024;
}

async function containsMarkup(handle: FileHandle, size: number): Promise<boolean> {
  const step = 256 * 1024;
  for (let at = 0; at < size; at += step) {
    const chunk = await readAt(handle, at, step + longestMarker);
    if (activeMarkup.test(chunk.toString('latin1'))) return true;
  }
  return false;
}

/** A zip is found by its end, so a picture with an archive behind it is both. */
async function endsAsArchive(handle: FileHandle, size: number): Promise<boolean> {
  const length = Math.min(size, 65_557);
  const tail = await readAt(handle, size - length, length);
  const at = tail.lastIndexOf(ascii('PK\u0005\u0006'));
  return at >= 0 && at + 22 <= length && at + 22 + tail.readUInt16LE(at + 20) === length;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
