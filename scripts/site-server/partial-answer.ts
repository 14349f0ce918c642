/**
 * Invariant: a range that can't be met is 416 with the size, and one that isn't understood gets the
 * whole.
 */
import type { IncomingMessage } from 'node:http';
import type { Answer } from './answers.ts';

interface Span {
  readonly first: number;
  readonly last: number;
}

function parseRange(range: string, size: number): Span | 'impossible' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'impossible' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'impossible' : { first, last };
}

export function partialAnswer(
  whole: Answer,
  asked: IncomingMessage['headers'],
  tag: string,
): Answer {
  const headers = new Map(whole.headers).set('Accept-Ranges', 'bytes');
  const isStale = asked['if-range'] !== undefined && asked['if-range'] !== tag;
  const size = whole.body.length;
  const span = asked.range === undefined || isStale ? null : parseRange(asked.range, size);
  if (span === null) return { ...whole, headers };
  if (span === 'impossible') {
    headers.set('Content-Range', `bytes */${size}`);
    return { status: 416, headers, body: Buffer.alloc(0) };
  }
  headers.set('Content-Range', `bytes ${span.first}-${span.last}/${size}`);
  return { status: 206, headers, body: whole.body.subarray(span.first, span.last + 1) };
}
