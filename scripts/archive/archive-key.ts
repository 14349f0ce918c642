/** Invariant: each archive is sealed with a key of its own, so that frames may be counted from zero. */
import { hkdfSync, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

export class ArchiveRefused extends Error {}

/** 32 bytes as they are, or words that a key is made from. */
export type BackupKey =
  | { readonly kind: 'raw'; readonly bytes: Buffer }
  | { readonly kind: 'words'; readonly words: string };

const fewestCharacters = 16;
/** 128 MB and half a second for each guess. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** @example parseBackupKey('') // null: the archive is not encrypted */
export function parseBackupKey(text: string): BackupKey | null {
  const key = text.trim();
  if (key === '') return null;
  if (/^[0-9a-f]{64}$/i.test(key)) return { kind: 'raw', bytes: Buffer.from(key, 'hex') };
  if (key.length >= fewestCharacters) return { kind: 'words', words: key };
  throw new ArchiveRefused(
    `The backup key is too short: use ${fewestCharacters} characters or more, or 64 hexadecimal digits.`,
  );
}

export interface SealKeys {
  readonly frames: Buffer;
  /** Tells a wrong key from a changed archive. */
  readonly check: string;
}

export async function deriveKeys(key: BackupKey, salt: Buffer): Promise<SealKeys> {
  const secret =
    key.kind === 'raw'
      ? key.bytes
      : await promisify<string, Buffer, number, object, Buffer>(scrypt)(
          key.words,
          salt,
          32,
          scryptCost,
        );
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `keywright-backup ${purpose}`, length));
  return { frames: derive('frames', 32), check: derive('check', 12).toString('base64') };
}
