/**
 * A photograph without what a camera or a program wrote beside it: place, time, maker, a person's name. The
 * picture itself stays as it is, to the byte. What a browser of ours sent has none of it; others may.
 */
type Bytes = Uint8Array<ArrayBuffer>;

/** Null where it is neither a JPEG nor a WebP. */
export function plainFile(file: Bytes): Bytes | null {
  return plainJpeg(file) ?? plainWebp(file);
}

const joined = (parts: readonly Bytes[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

const letters = (file: Bytes, at: number, length: number): string =>
  String.fromCharCode(...file.subarray(at, at + length));

const [scan, end, comment] = [0xda, 0xd9, 0xfe];

/** Segments of programs go, but for the two that say how colours are meant. */
function isNeeded(file: Bytes, at: number): boolean {
  const kind = file[at + 1] ?? 0;
  if (kind === comment) return false;
  if (kind < 0xe0 || kind > 0xef || kind === 0xee) return true;
  return kind === 0xe2 && letters(file, at + 4, 11) === 'ICC_PROFILE';
}

function plainJpeg(file: Bytes): Bytes | null {
  if (file[0] !== 0xff || file[1] !== 0xd8) return null;
  const parts = [file.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff) {
    if (file[at + 1] === scan) {
      const last = endOfPicture(file, at);
      return last === null ? null : joined([...parts, file.subarray(at, last)]);
    }
    const next = at + 2 + (((file[at + 2] ?? 0) << 8) | (file[at + 3] ?? 0));
    if (next <= at + 3) return null;
    if (isNeeded(file, at)) parts.push(file.subarray(at, next));
    at = next;
  }
  return null;
}

/** Phones hang films and other pictures behind it. */
function endOfPicture(file: Bytes, from: number): number | null {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1))
    if (file[at + 1] === end) return at + 2;
  return null;
}

const pictureChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** What its first chunk says of chunks that are gone: EXIF and XMP. */
const saysMore = 0x0c;

function plainWebp(file: Bytes): Bytes | null {
  if (letters(file, 0, 4) !== 'RIFF' || letters(file, 8, 4) !== 'WEBP') return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const parts = [file.slice(0, 12)];
  for (let at = 12; at + 8 <= file.length;) {
    const length = view.getUint32(at + 4, true);
    const next = at + 8 + length + (length % 2);
    const kind = letters(file, at, 4);
    const chunk = file.slice(at, next);
    if (kind === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~saysMore;
    if (pictureChunks.has(kind)) parts.push(chunk);
    at = next;
  }
  const whole = joined(parts);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return parts.length > 1 ? whole : null;
}
