/**
 * Invariant: the same failure keeps its number however often it is met, and is told once, so that the
 * number on a page is the report's.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import packageFacts from '../../package.json' with { type: 'json' };
import { reportSiteError } from '../../src/telemetry/errors/build-errors.ts';

export interface NumberedFailure {
  readonly eventId: string;
  readonly address: string;
  /** The site's, whose build is named in the report. */
  readonly folder: string;
}

export type TellFailure = (error: unknown, failure: NumberedFailure) => void;

const mostKept = 200;

export function createFailureNumbers(folder: string, tell: TellFailure) {
  const known = new Map<string, string>();
  return (error: unknown, address: string): string => {
    const what = error instanceof Error ? error.message : String(error);
    const number = known.get(what);
    if (number !== undefined) return number;
    if (known.size >= mostKept) known.clear();
    const eventId = randomUUID().replaceAll('-', '');
    known.set(what, eventId);
    tell(error, { eventId, address, folder });
    return eventId;
  };
}

async function buildIdOf(folder: string): Promise<string> {
  try {
    const latest: unknown = JSON.parse(
      await readFile(path.join(folder, 'builds/latest.json'), 'utf8'),
    );
    return typeof latest === 'object' && latest !== null && 'id' in latest ? String(latest.id) : '';
  } catch {
    return '';
  }
}

async function report(error: unknown, failure: NumberedFailure): Promise<void> {
  const dsn = process.env['PUBLIC_SENTRY_DSN'] ?? '';
  const release = `keywright@${packageFacts.version}`;
  await reportSiteError(error, failure, { release, buildId: await buildIdOf(failure.folder), dsn });
}

/** Reports to where the shop's other errors go, if anywhere. */
export const tellCatcher: TellFailure = (error, failure) => void report(error, failure);
