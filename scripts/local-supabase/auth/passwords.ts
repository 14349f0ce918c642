/**
 * New ones are argon2id: Node computes it on its thread pool, so sign-ins don't hold up other
 * requests, and a hosted project verifies the same string. bcrypt hashes that come from a hosted
 * project are verified too. Invariant: a check costs one hash, whether or not there is a password to
 * compare with.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { compare as compareBcrypt } from 'bcryptjs';

const cost = { memory: 7168, passes: 5, parallelism: 1 } as const;
const digestBytes = 32;
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

interface Argon2Hash {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly digest: Buffer;
}

const decoy: Argon2Hash = { ...cost, salt: randomBytes(16), digest: randomBytes(digestBytes) };

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, { ...cost, salt, digest: Buffer.alloc(digestBytes) });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored !== null && /^\$2[aby]\$/.test(stored)) return compareBcrypt(password, stored);
  const known = stored === null ? null : parseArgon2(stored);
  const expected = known ?? decoy;
  const matches = timingSafeEqual(await derive(password, expected), expected.digest);
  return known !== null && matches;
}

/** True for hashes that came from elsewhere: the next sign-in is the moment to replace them. */
export const isForeignHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`);

function parseArgon2(stored: string): Argon2Hash | null {
  const parts =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored);
  if (!parts) return null;
  const [memory, passes, parallelism] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  if (memory > 256 * 1024 || passes > 16 || parallelism > 8) return null;
  const salt = Buffer.from(parts[4] ?? '', 'base64');
  return { memory, passes, parallelism, salt, digest: Buffer.from(parts[5] ?? '', 'base64') };
}

function derive(password: string, hash: Argon2Hash): Promise<Buffer> {
  const { memory, passes, parallelism, salt } = hash;
  const parameters = {
    message: password,
    nonce: salt,
    parallelism,
    tagLength: hash.digest.length,
    memory,
    passes,
  };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, derived) => {
      if (error) reject(error);
      else resolve(Buffer.from(derived));
    });
  });
}
