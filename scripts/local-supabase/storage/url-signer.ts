/**
 * Invariant: a token opens one path, in one way, until it expires, and is no access token: its key is
 * derived, so neither kind can stand in for the other.
 */
import { createHmac } from 'node:crypto';
import { SignJWT, errors, jwtVerify, type JWTPayload } from 'jose';
import { invalidToken, signatureForAnotherPath } from './storage-errors.ts';

export interface DownloadClaims {
  readonly use: 'download';
  readonly url: string;
  readonly transform?: Readonly<Record<string, unknown>>;
}

export interface UploadClaims {
  readonly use: 'upload';
  readonly url: string;
  readonly upsert: boolean;
  readonly owner: string | null;
}

export interface UrlSigner {
  sign(claims: DownloadClaims | UploadClaims, seconds: number): Promise<string>;
  readDownload(token: string | null, url: string): Promise<DownloadClaims & { exp: number }>;
  readUpload(token: string | null, url: string): Promise<UploadClaims>;
}

export function createUrlSigner(jwtSecret: string): UrlSigner {
  const key = createHmac('sha256', jwtSecret).update('storage signed links').digest();
  const read = async (token: string | null, url: string, use: string): Promise<JWTPayload> => {
    const { payload } = await verify(token ?? '', key);
    if (payload['url'] !== url || payload['use'] !== use) throw signatureForAnotherPath();
    return payload;
  };
  return {
    sign: (claims, seconds) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key),
    async readDownload(token, url) {
      const payload = await read(token, url, 'download');
      const transform = payload['transform'];
      return {
        use: 'download',
        url,
        exp: payload.exp ?? 0,
        ...(typeof transform === 'object' && transform !== null
          ? { transform: { ...transform } }
          : {}),
      };
    },
    async readUpload(token, url) {
      const payload = await read(token, url, 'upload');
      const owner = typeof payload['owner'] === 'string' ? payload['owner'] : null;
      return { use: 'upload', url, upsert: payload['upsert'] === true, owner };
    },
  };
}

async function verify(token: string, key: Uint8Array) {
  try {
    return await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] });
  } catch (error) {
    throw invalidToken(error instanceof errors.JOSEError ? error.message : 'Invalid JWT');
  }
}
