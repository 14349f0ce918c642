/**
 * Invariant: all pages of one build are written for the same moment, and a page that would read
 * differently at a later one gets another key.
 */
import { hashOf, payloadText } from './payload-text.ts';
import type { KeptEntry } from './page-entry.ts';

const started = Date.now();
const momentPattern = /"(\d{4}-\d\d-\d\d(?:T[\d:.]{5,}(?:Z|[+-]\d\d(?::?\d\d)?))?)"/g;

/** In milliseconds. Whoever starts a build may name its moment, to make the same site twice. */
export function buildTime(): number {
  // Written so because Astro puts the whole environment into a module that mentions its own.
  if (process.env['NODE_ENV'] === 'development') return Date.now();
  const given = Date.parse(process.env['KEYWRIGHT_BUILD_TIME'] ?? '');
  return Number.isNaN(given) ? started : given;
}

/** How many of the dates in a text lie behind the moment: pages compare dates, and do nothing else with the clock. */
export function momentsPassed(text: string, now: number): number {
  return [...text.matchAll(momentPattern)].filter(([, at = '']) => Date.parse(at) <= now).length;
}

/** `text` is the page's payload. */
export function keyOfPayload(text: string): string {
  return `${hashOf(text)}-${momentsPassed(text, buildTime())}`;
}

const keys = new WeakMap<KeptEntry, string>();

/** Equal for two builds exactly when the page would be, as long as the sources are the same. */
export function pageKey(entry: KeptEntry): string {
  const key = keys.get(entry) ?? keyOfPayload(payloadText(entry));
  keys.set(entry, key);
  return key;
}
