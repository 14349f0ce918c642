/**
 * The inner shape of an archive: entries, each a line of JSON about it and its bytes, and at the end a
 * manifest with what all of them must come to. Invariant: at no time is more than a chunk in memory.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { ArchiveRefused, type BackupKey } from './archive-key.ts';
import { ByteReader } from './byte-reader.ts';
import { openFrames, sealFrames } from './frames.ts';
import { RowSum } from './row-sum.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
}

export type EntryHead =
  | { readonly kind: 'about'; readonly name: 'about' }
  | { readonly kind: 'settings'; readonly name: 'settings' }
  | { readonly kind: 'sequences'; readonly name: 'sequences' }
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly Column[] }
  | {
      readonly kind: 'file';
      /** Bucket and name. */
      readonly name: string;
      /** The whole row of storage.objects. */
      readonly row: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'manifest'; readonly name: 'manifest' };

export interface EntrySum {
  readonly kind: EntryHead['kind'];
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Of tables: how many rows, and their sum in whatever order they come. */
  readonly rows?: number;
  readonly rowSum?: string;
}

export interface Entry {
  readonly head: EntryHead;
  readonly body: AsyncIterable<Buffer>;
}

const longestHead = 1_000_000;
const longestChunk = 64 * 1024 * 1024;
const pieceBytes = 64 * 1024;

const lengthOf = (count: number): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(count);
  return length;
};

/** What passes through, counted. */
function counted(head: EntryHead) {
  const hash = createHash('sha256');
  const rows = head.kind === 'table' ? new RowSum() : null;
  let bytes = 0;
  return {
    add(chunk: Buffer): void {
      hash.update(chunk);
      rows?.add(chunk);
      bytes += chunk.length;
    },
    sum: (): EntrySum => ({
      kind: head.kind,
      name: head.name,
      bytes,
      sha256: hash.digest('hex'),
      ...(rows ? { rows: rows.count, rowSum: rows.digest() } : {}),
    }),
  };
}

/** Small pieces, as rows are, become bigger ones: each piece costs a length and a turn. */
async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    for (let start = 0; start < chunk.length; start += longestChunk) {
      const part = chunk.subarray(start, start + longestChunk);
      waiting.push(part);
      bytes += part.length;
      if (bytes < pieceBytes) continue;
      yield Buffer.concat(waiting);
      waiting = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

async function* framedEntry({ head, body }: Entry, sums: EntrySum[]): AsyncGenerator<Buffer> {
  const text = Buffer.from(JSON.stringify(head));
  yield Buffer.concat([lengthOf(text.length), text]);
  const count = counted(head);
  for await (const piece of inPieces(body)) {
    count.add(piece);
    yield lengthOf(piece.length);
    yield piece;
  }
  yield lengthOf(0);
  sums.push(count.sum());
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

export const jsonEntry = (
  kind: 'about' | 'settings' | 'sequences' | 'manifest',
  value: unknown,
): Entry => ({ head: { kind, name: kind } as EntryHead, body: bytesOf(JSON.stringify(value)) });

/** Gives the archive's bytes; `sums` holds what it holds once they are all taken. */
export function writeArchive(
  entries: AsyncIterable<Entry>,
  key: BackupKey | null,
  sums: EntrySum[],
): AsyncGenerator<Buffer> {
  async function* plain() {
    for await (const entry of entries) yield* framedEntry(entry, sums);
    yield* framedEntry(jsonEntry('manifest', sums.slice()), []);
  }
  const source = Readable.from(plain(), { objectMode: false });
  const packed = createGzip({ level: 5 });
  source.on('error', (error) => packed.destroy(error));
  source.pipe(packed);
  return sealFrames(packed, key);
}

async function* bodyOf(reader: ByteReader, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for (;;) {
    const length = (await reader.take(4))?.readUInt32BE();
    if (length === 0) return;
    const chunk =
      length !== undefined && length <= longestChunk * 2 ? await reader.take(length) : null;
    if (chunk === null) throw new ArchiveRefused('The archive is cut off or damaged.');
    see(chunk);
    yield chunk;
  }
}

export async function readAll(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function* unpacked(
  file: string,
  key: BackupKey | null,
  seeBytes: (count: number) => void,
): AsyncGenerator<Buffer> {
  async function* watched() {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      seeBytes(chunk.length);
      yield chunk as Buffer;
    }
  }
  const opened = Readable.from(openFrames(watched(), key), { objectMode: false });
  const gunzip = createGunzip();
  opened.on('error', (error) => gunzip.destroy(error));
  opened.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof ArchiveRefused) throw error;
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      throw new ArchiveRefused('The archive is damaged: it can’t be unpacked.');
    }
    throw error;
  } finally {
    opened.destroy();
    gunzip.destroy();
  }
}

export interface ReadOptions {
  readonly file: string;
  readonly key: BackupKey | null;
  readonly note?: (text: string) => void;
}

/**
 * Hands each entry on in its order; what `take` leaves unread is read all the same. Gives what all
 * entries came to, which is what the manifest says, or refuses.
 */
export async function readArchive(
  { file, key, note }: ReadOptions,
  take: (entry: Entry) => Promise<void> = () => Promise.resolve(),
): Promise<readonly EntrySum[]> {
  const { size } = await stat(file).catch(() => {
    throw new ArchiveRefused(`There is no archive ${file}.`);
  });
  let seen = 0;
  const source = unpacked(file, key, (count) => {
    seen += count;
    note?.(`${Math.floor((seen / size) * 100)} %`);
  });
  const reader = new ByteReader(source);
  const sums: EntrySum[] = [];
  let manifest: string | null = null;
  for (;;) {
    const length = (await reader.take(4))?.readUInt32BE();
    if (length === undefined) break;
    const text = length <= longestHead ? await reader.take(length) : null;
    if (text === null || manifest !== null) {
      throw new ArchiveRefused('The archive is cut off or damaged.');
    }
    const head = JSON.parse(text.toString()) as EntryHead;
    const count = counted(head);
    const body = bodyOf(reader, (chunk) => count.add(chunk));
    if (head.kind === 'manifest') manifest = await readAll(body);
    else {
      await take({ head, body: unreturned(body) });
      for await (const rest of body) void rest;
      sums.push(count.sum());
    }
  }
  if (manifest === null) throw new ArchiveRefused('The archive is cut off: it has no manifest.');
  if (manifest !== JSON.stringify(sums)) {
    throw new ArchiveRefused('The archive does not hold what its manifest says.');
  }
  return sums;
}

/** Who breaks a loop off ends a generator, and the rest could not be read any more. */
const unreturned = (body: AsyncGenerator<Buffer>): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: () => ({ next: () => body.next() }),
});
