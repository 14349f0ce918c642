/** Invariant: equal entries give equal bytes, on every machine and in every build. */
import { createHash } from 'node:crypto';
import type { PageEntry } from './page-entry.ts';

export function payloadText(entry: PageEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

export function payloadHash(entry: PageEntry): string {
  return hashOf(payloadText(entry));
}
