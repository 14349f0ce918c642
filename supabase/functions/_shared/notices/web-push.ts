/**
 * What a push service takes: a text that the browser alone can read (RFC 8291, in one record of RFC 8188),
 * and a word that says who sends it (RFC 8292).
 */

/** As the browser gave them, in base64url. */
export interface PushReader {
  readonly publicKey: string;
  readonly secret: string;
}

/** A pair on P-256, in base64url: the point as it is written uncompressed, and its number. */
export interface PushKeys {
  readonly public: string;
  readonly private: string;
}

const curve = { namedCurve: 'P-256' } as const;
const recordSize = 4096;

export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(text));

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function jwkOf(keys: PushKeys): JsonWebKey {
  const point = fromBase64Url(keys.public);
  const [x, y] = [toBase64Url(point.slice(1, 33)), toBase64Url(point.slice(33))];
  return { kty: 'EC', crv: curve.namedCurve, x, y, d: keys.private };
}

export async function makePushKeys(): Promise<PushKeys> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', ...curve }, true, ['deriveBits']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  return { public: toBase64Url(point), private: d };
}

async function derive(
  key: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const base = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(how, base, length * 8));
}

/** What a browser gave is no point of the curve: nothing can ever be sealed for it. */
export class KeyRefused extends Error {}

function givenBytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64Url(text);
  } catch (error) {
    throw new KeyRefused('What a browser gave is no key', { cause: error });
  }
}

async function sharedSecret(own: PushKeys, readerPoint: Uint8Array<ArrayBuffer>) {
  const ecdh = { name: 'ECDH', ...curve };
  const key = await crypto.subtle.importKey('jwk', jwkOf(own), ecdh, false, ['deriveBits']);
  try {
    const readerKey = await crypto.subtle.importKey('raw', readerPoint, ecdh, false, []);
    const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: readerKey }, key, 256);
    return new Uint8Array(bits);
  } catch (error) {
    throw new KeyRefused('What a browser gave is no key', { cause: error });
  }
}

/** A test gives the pair and the salt of its example; otherwise both are new for each notice. */
export async function encryptNotice(
  text: string,
  reader: PushReader,
  keys?: PushKeys,
  salt: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(16)),
): Promise<Uint8Array<ArrayBuffer>> {
  const own = keys ?? (await makePushKeys());
  const [ownPoint, readerPoint] = [fromBase64Url(own.public), givenBytes(reader.publicKey)];
  const shared = await sharedSecret(own, readerPoint);
  const about = joined(bytesOf('WebPush: info\0'), readerPoint, ownPoint);
  const input = await derive(shared, givenBytes(reader.secret), about, 32);
  const [content, nonce] = await Promise.all([
    derive(input, salt, bytesOf('Content-Encoding: aes128gcm\0'), 16),
    derive(input, salt, bytesOf('Content-Encoding: nonce\0'), 12),
  ]);
  const key = await crypto.subtle.importKey('raw', content, 'AES-GCM', false, ['encrypt']);
  // The sign after the text says that this record is the last.
  const record = joined(bytesOf(text), Uint8Array.of(2));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, record);
  const size = Uint8Array.of(0, 0, recordSize >> 8, recordSize & 255);
  return joined(salt, size, Uint8Array.of(ownPoint.length), ownPoint, new Uint8Array(sealed));
}

const lasts = 12 * 60 * 60;

/** `subject` is where the push service finds whoever sends: the shop's own address. */
export async function pushAuthorization(
  { origin }: URL,
  subject: string,
  keys: PushKeys,
  now = Date.now(),
): Promise<string> {
  const part = (value: object) => toBase64Url(bytesOf(JSON.stringify(value)));
  const expires = Math.floor(now / 1000) + lasts;
  const head = part({ typ: 'JWT', alg: 'ES256' });
  const said = `${head}.${part({ aud: origin, exp: expires, sub: subject })}`;
  const signing = { name: 'ECDSA', ...curve };
  const key = await crypto.subtle.importKey('jwk', jwkOf(keys), signing, false, ['sign']);
  const signed = await crypto.subtle.sign({ ...signing, hash: 'SHA-256' }, key, bytesOf(said));
  return `vapid t=${said}.${toBase64Url(new Uint8Array(signed))}, k=${keys.public}`;
}

/** What stands for a fact in the few signs of a topic: of two with the same, a browser that was off gets the last. */
export async function topicOf(fact: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(fact));
  return toBase64Url(new Uint8Array(digest)).slice(0, 32);
}
