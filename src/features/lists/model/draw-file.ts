/**
 * The file in which a draw is handed out, and the only place that reads it. The page writes it and
 * `scripts/verify-draw.ts` checks it without this shop. Invariant: what can't be read is said, never
 * filled in.
 */
import type { PublishedDraw } from './draw.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

const format = 'keywright-draw-1';

export function writeDrawFile(title: string, draw: PublishedDraw): string {
  return `${JSON.stringify({ format, title, ...draw }, null, 2)}\n`;
}

export interface DrawFile {
  readonly title: string;
  readonly draw: PublishedDraw;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
const areTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

export function parseDrawFile(text: string): Result<DrawFile, string> {
  let raw: Readonly<Record<string, unknown>>;
  try {
    raw = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return fail('This is not valid JSON.');
  }
  const { title, closesAt, round, entryIds, entriesHash, randomness, signature, ranking } = raw;
  if (raw['format'] !== format) return fail(`This is not a file in the format ${format}.`);
  if (!isText(title) || !isText(closesAt)) return fail('title or closesAt is missing.');
  if (typeof round !== 'number') return fail('round is missing.');
  if (!areTexts(entryIds) || !isText(entriesHash))
    return fail('entryIds or entriesHash is missing.');
  if (!isTextOrNull(randomness) || !isTextOrNull(signature))
    return fail('randomness or signature is missing.');
  if (ranking !== null && !areTexts(ranking)) return fail('ranking is missing.');
  return succeed({
    title,
    draw: { closesAt, round, entryIds, entriesHash, randomness, signature, ranking },
  });
}
