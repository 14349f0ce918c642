import { randomUUID } from 'node:crypto';
import { errorEnvelope, parseDsn } from '#domain/error-report.ts';

export interface BuildFacts {
  readonly release: string;
  readonly buildId: string;
  /** Where reports go; empty when nobody wants any. */
  readonly dsn: string;
}

const escapeCodes = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

/** The error that ended a build, from what Astro's command printed: its last bracketed headline and stack. */
export function errorFromBuildLog(log: string): Error {
  const lines = log.replace(escapeCodes, '').split('\n');
  const isHeadline = (line: string) => /^(?:\[[A-Z]\w+\] |[A-Z]\w*Error: )/.test(line.trim());
  const at = Math.max(0, lines.findLastIndex(isHeadline));
  const headline = lines[at]?.trim() ?? 'The build failed';
  const [, name = 'BuildError', message = headline] =
    /^\[?([A-Z]\w+)\]?:? (.*)$/.exec(headline) ?? [];
  const error = new Error(message);
  error.name = name;
  error.stack = lines.slice(at).join('\n');
  return error;
}

/** Tells the error catcher why a build failed. Silent: a lost report must not hide the build's own error. */
export async function reportBuildError(error: unknown, facts: BuildFacts): Promise<void> {
  const dsn = parseDsn(facts.dsn);
  if (dsn === null) return;
  const body = errorEnvelope({
    eventId: randomUUID().replaceAll('-', ''),
    at: new Date(),
    error,
    release: facts.release,
    buildId: facts.buildId,
    environment: 'production',
    surface: 'build',
    place: 'astro build',
  });
  try {
    const signal = AbortSignal.timeout(5000);
    await fetch(dsn.envelopeUrl, { method: 'POST', body, signal });
  } catch {
    // The build fails either way, and says so itself.
  }
}
