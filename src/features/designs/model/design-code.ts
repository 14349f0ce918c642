/** Invariant: a code of version 1 reads the same for ever; no code makes this throw. */
import { CodeFault, designBytes, readDesignBytes, type NamedDesign } from './design-bytes.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

export type DesignCodeProblem = {
  /** `future` is a newer shop's; `truncated` was cut; `damaged` was changed; `impossible` was made up. */
  readonly kind:
    | 'empty'
    | 'foreign'
    | 'future'
    | 'too_long'
    | 'truncated'
    | 'damaged'
    | 'impossible';
  readonly message: string;
};

const VERSION = 1;
/** More than the largest design makes, with each of its 1000 keys in colours of its own. */
const LONGEST_CODE = 400_000;
const SHAPE = /^kw(\d{1,4})_([A-Za-z0-9_-]*)$/;

const MESSAGES: Record<DesignCodeProblem['kind'], string> = {
  empty: 'There is no code here.',
  foreign: 'This is not a design code of Keywright: those begin with kw1_.',
  future: 'This code is from a newer version of the shop. Reload the page and try again.',
  too_long: 'This code is longer than any design can be.',
  truncated: 'This code is cut off. Copy it again, right to the end.',
  damaged: 'This code was changed on its way: copy it again from where it came.',
  impossible: 'This code does not describe a valid design',
};

const problem = (kind: DesignCodeProblem['kind'], more = ''): DesignCodeProblem => ({
  kind,
  message: kind === 'impossible' ? `${MESSAGES[kind]}: it ${more}.` : MESSAGES[kind],
});

/** FNV-1a: tells accidents, not attackers; what a code says is checked whoever wrote it. */
function checksum(bytes: ArrayLike<number>): number {
  let hash = 0x811c9dc5;
  for (const byte of Array.from(bytes)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function toBase64Url(bytes: readonly number[]): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array | null {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

const HEAD = 3;
const TAIL = 4;

/** @example encodeDesign({ name: 'Harbour', design }) // 'kw1_AABaB0hhcmJvdXI…' */
export function encodeDesign(named: NamedDesign): string {
  const body = designBytes(named);
  const sum = checksum(body);
  const length = [body.length >>> 16, (body.length >>> 8) & 255, body.length & 255];
  const tail = [sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255];
  return `kw${VERSION}_${toBase64Url([...length, ...body, ...tail])}`;
}

function bodyOf(data: string): Result<Uint8Array, DesignCodeProblem> {
  const bytes = fromBase64Url(data);
  // A lone last letter holds no whole byte: something was cut off.
  if (bytes === null || bytes.length < HEAD) return fail(problem('truncated'));
  const [high = 0, middle = 0, low = 0] = bytes;
  const length = (high << 16) | (middle << 8) | low;
  const whole = HEAD + length + TAIL;
  if (bytes.length < whole) return fail(problem('truncated'));
  const body = bytes.subarray(HEAD, HEAD + length);
  const tail = bytes.subarray(HEAD + length, whole);
  const sum = tail.reduce((value, byte) => value * 256 + byte, 0);
  if (bytes.length > whole || sum !== checksum(body)) return fail(problem('damaged'));
  return succeed(body);
}

export function decodeDesign(code: string): Result<NamedDesign, DesignCodeProblem> {
  const text = code.trim();
  if (text === '') return fail(problem('empty'));
  if (text.length > LONGEST_CODE) return fail(problem('too_long'));
  const [, version, data = ''] = SHAPE.exec(text) ?? [];
  if (version === undefined || Number(version) === 0) return fail(problem('foreign'));
  if (Number(version) > VERSION) return fail(problem('future'));
  const body = bodyOf(data);
  if (!body.ok) return body;
  try {
    return succeed(readDesignBytes(body.value));
  } catch (fault) {
    if (fault instanceof CodeFault) return fail(problem('impossible', fault.message));
    throw fault;
  }
}

/** The address fragment of a code. @example designFragment(named) // '#d=kw1_…' */
export const designFragment = (named: NamedDesign): string => `#d=${encodeDesign(named)}`;

export function codeInFragment(fragment: string): string | null {
  const value = new URLSearchParams(fragment.replace(/^#/, '')).get('d');
  return value === null || value === '' ? null : value;
}
