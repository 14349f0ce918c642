/** Invariant: a body is compressed once, and no more memory is kept than `mostBytes`. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

export interface FileBody {
  readonly bytes: Buffer;
  /** Without quotes; each encoding of the same file has its own. */
  readonly tag: string;
}

const mostBytes = 96_000_000;
const smallestCompressed = 256;
/** Above this the best compression takes longer than sending saves. */
const largestBestEffort = 600_000;

export function tagOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(bytes, { level: 9 });
  const quality = bytes.length > largestBestEffort ? 9 : constants.BROTLI_MAX_QUALITY;
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** @example chooseEncoding('gzip, deflate, br') // 'br' ; chooseEncoding('br;q=0, gzip') // 'gzip' */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [name = '', weight = ''] = offer
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return [name, !/^q=0(?:\.0*)?$/.test(weight)];
    }),
  );
  if (offers.get('br') === true) return 'br';
  return offers.get('gzip') === true ? 'gzip' : 'identity';
}

export interface FileBodies {
  body(key: string, encoding: Encoding, read: () => Promise<Buffer>): Promise<FileBody>;
}

export function createFileBodies(): FileBodies {
  const kept = new Map<string, Promise<FileBody>>();
  const sizes = new Map<string, number>();
  let total = 0;

  function forget(key: string): void {
    total -= sizes.get(key) ?? 0;
    sizes.delete(key);
    kept.delete(key);
  }

  async function make(encoding: Encoding, read: () => Promise<Buffer>): Promise<FileBody> {
    const plain = await read();
    const tag = tagOf(plain);
    if (encoding === 'identity' || plain.length < smallestCompressed) return { bytes: plain, tag };
    return { bytes: await compress(plain, encoding), tag: `${tag}-${encoding}` };
  }

  function keep(key: string, size: number): void {
    sizes.set(key, size);
    total += size;
    for (const oldest of kept.keys()) {
      if (total <= mostBytes || oldest === key) break;
      forget(oldest);
    }
  }

  return {
    async body(name, encoding, read) {
      const key = `${encoding} ${name}`;
      const known = kept.get(key);
      if (known) return known;
      const made = make(encoding, read);
      kept.set(key, made);
      try {
        keep(key, (await made).bytes.length);
      } catch (error) {
        forget(key);
        throw error;
      }
      return made;
    },
  };
}
