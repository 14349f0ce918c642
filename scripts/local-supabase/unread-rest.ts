/**
 * What becomes of a body that was refused before it had come whole. Invariant: a connection on which
 * a rest may still come is never used again, and says so with its answer; it is closed only when the
 * rest was taken off it, since closing it over unread bytes would reset it and take the answer along.
 */
import type { IncomingMessage } from 'node:http';

/** Whoever sends more after being refused is cut off. */
const mostBytes = 64 * 2 ** 20;
const mostMs = 5_000;

export const isLeftUnread = (incoming: IncomingMessage): boolean => !incoming.complete;

/** Resolves when the connection may be closed. */
export function takeRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) {
    incoming.resume();
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    let seen = 0;
    const count = (chunk: Buffer) => {
      seen += chunk.length;
      if (seen > mostBytes) finish();
    };
    const timer = setTimeout(() => finish(), mostMs);
    const finish = () => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', finish).off('close', finish).off('error', finish);
      resolve();
    };
    incoming.on('data', count).on('end', finish).on('close', finish).on('error', finish);
    incoming.resume();
  });
}
