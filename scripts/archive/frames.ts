/**
 * The outer shape of an archive: a line that says how it is sealed, then frames. Invariant: nothing of a
 * frame is handed on before its seal is checked, and a frame that is changed, moved or missing, the last
 * one too, is noticed.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ArchiveRefused, deriveKeys, type BackupKey } from './archive-key.ts';
import { ByteReader } from './byte-reader.ts';

const firstLine = 'KEYWRIGHT BACKUP 1';
const frameBytes = 256 * 1024;
const tagBytes = 16;
const lastMark = 0x80000000;
const longestHead = 1000;

interface Head {
  readonly cipher: 'none' | 'aes-256-gcm';
  readonly key: 'none' | 'raw' | 'scrypt';
  readonly salt: string;
  readonly check: string;
}

/** How one frame is sealed and opened; the length says whether it is the last. */
interface Seal {
  close(length: Buffer, plain: Buffer): { readonly body: Buffer; readonly tag: Buffer };
  /** Null where the tag is not that of the body. */
  open(length: Buffer, body: Buffer, tag: Buffer): Buffer | null;
}

function cipherSeal(key: Buffer, head: Buffer): Seal {
  const headHash = createHash('sha256').update(head).digest();
  let count = 0n;
  const next = () => {
    const iv = Buffer.alloc(12);
    iv.writeBigUInt64BE(count, 4);
    count += 1n;
    return iv;
  };
  return {
    close(length, plain) {
      const cipher = createCipheriv('aes-256-gcm', key, next());
      cipher.setAAD(Buffer.concat([headHash, length]));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { body, tag: cipher.getAuthTag() };
    },
    open(length, body, tag) {
      const decipher = createDecipheriv('aes-256-gcm', key, next(), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.concat([headHash, length]));
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}

/** Each tag hashes the one before it. It finds damage; whoever wants to deceive makes new tags. */
function hashSeal(head: Buffer): Seal {
  let before = createHash('sha256').update(head).digest();
  const next = (length: Buffer, body: Buffer) => {
    before = createHash('sha256').update(before).update(length).update(body).digest();
    return before.subarray(0, tagBytes);
  };
  return {
    close: (length, plain) => ({ body: plain, tag: next(length, plain) }),
    open: (length, body, tag) => (next(length, body).equals(tag) ? body : null),
  };
}

export async function* sealFrames(
  source: AsyncIterable<Buffer>,
  key: BackupKey | null,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(16);
  const keys = key === null ? null : await deriveKeys(key, salt);
  const about: Head = {
    cipher: key === null ? 'none' : 'aes-256-gcm',
    key: key === null ? 'none' : key.kind === 'raw' ? 'raw' : 'scrypt',
    salt: salt.toString('base64'),
    check: keys?.check ?? '',
  };
  const head = Buffer.from(`${firstLine}\n${JSON.stringify(about)}\n`);
  yield head;
  const seal = keys === null ? hashSeal(head) : cipherSeal(keys.frames, head);
  const frame = (plain: Buffer, isLast: boolean) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((plain.length | (isLast ? lastMark : 0)) >>> 0);
    const { body, tag } = seal.close(length, plain);
    return Buffer.concat([length, body, tag]);
  };
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes < frameBytes) continue;
    let all = Buffer.concat(waiting);
    while (all.length >= frameBytes) {
      yield frame(all.subarray(0, frameBytes), false);
      all = all.subarray(frameBytes);
    }
    waiting = [all];
    waitingBytes = all.length;
  }
  yield frame(Buffer.concat(waiting), true);
}

function parseHead(line: string): Head {
  try {
    const head = JSON.parse(line) as Partial<Head>;
    const isKnown =
      (head.cipher === 'none' && head.key === 'none') ||
      (head.cipher === 'aes-256-gcm' && (head.key === 'raw' || head.key === 'scrypt'));
    if (isKnown && typeof head.salt === 'string' && typeof head.check === 'string') {
      return head as Head;
    }
  } catch {
    // Refused below, as every other line that no backup begins with.
  }
  throw new ArchiveRefused('The archive is damaged: its first lines are not those of a backup.');
}

async function sealOf(head: Head, bytes: Buffer, key: BackupKey | null): Promise<Seal> {
  if (head.cipher === 'none') return hashSeal(bytes);
  if (key === null) {
    throw new ArchiveRefused('The archive is encrypted. Set KEYWRIGHT_BACKUP_KEY to its key.');
  }
  const wanted = head.key === 'raw' ? 'raw' : 'words';
  const keys = key.kind === wanted ? await deriveKeys(key, Buffer.from(head.salt, 'base64')) : null;
  if (keys === null || keys.check !== head.check) {
    throw new ArchiveRefused(
      'The key is not that of the archive, or its first lines were changed.',
    );
  }
  return cipherSeal(keys.frames, bytes);
}

export async function* openFrames(
  file: AsyncIterable<Buffer>,
  key: BackupKey | null,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(file);
  const lines = [await reader.line(longestHead), await reader.line(longestHead)];
  if (lines[0] !== firstLine) throw new ArchiveRefused('This file is no backup of Keywright.');
  const head = parseHead(lines[1] ?? '');
  const seal = await sealOf(head, Buffer.from(`${lines.join('\n')}\n`), key);
  for (;;) {
    const length = await reader.take(4);
    const number = length?.readUInt32BE() ?? 0;
    const isLast = number >= lastMark;
    const bytes = isLast ? number - lastMark : number;
    // A frame is never longer: a changed length must not fill the memory.
    const body = length && bytes <= frameBytes ? await reader.take(bytes) : null;
    const tag = body && (await reader.take(tagBytes));
    if (!length || !body || !tag) throw new ArchiveRefused('The archive is cut off or damaged.');
    const plain = seal.open(length, body, tag);
    if (plain === null) throw new ArchiveRefused('The archive was changed since it was made.');
    yield plain;
    if (!isLast) continue;
    if (!(await reader.isAtEnd())) throw new ArchiveRefused('The archive goes on after its end.');
    return;
  }
}
