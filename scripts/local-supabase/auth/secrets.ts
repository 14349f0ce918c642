/**
 * Invariant: what is stored can't be used: links and refresh tokens as SHA-256 of 256 random bits,
 * short codes as a digest under the project's secret, so comparing digests reveals nothing.
 */
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

export interface Secrets {
  codeDigest(relatesTo: string, code: string): string;
  /** The refresh token that follows another: only the server can tell, and always the same. */
  refreshTokenAfter(token: string): string;
  /** A stable id for an address that is already taken: looks like any other id. */
  decoyId(purpose: string, address: string): string;
  sign(purpose: string, text: string): string;
}

export const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
export const newLinkToken = (): string => randomBytes(28).toString('hex');
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

export const newCode = (length: number): string =>
  String(randomInt(0, 10 ** length)).padStart(length, '0');

export function createSecrets(projectSecret: string): Secrets {
  const keyed = (purpose: string, text: string) =>
    createHmac('sha256', projectSecret).update(`keywright auth ${purpose}\0${text}`);
  return {
    codeDigest: (relatesTo, code) => keyed('code', `${relatesTo}\0${code}`).digest('hex'),
    refreshTokenAfter: (token) => keyed('refresh', token).digest('base64url'),
    decoyId: (purpose, address) => toUuid(keyed(`decoy ${purpose}`, address).digest()),
    sign: (purpose, text) => keyed(`sign ${purpose}`, text).digest('base64url'),
  };
}

function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const variant = '89ab'.charAt((bytes[16] ?? 0) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
