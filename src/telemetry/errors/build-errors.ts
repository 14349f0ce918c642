import { randomUUID } from 'node:crypto';
import { errorEnvelope, parseDsn } from '#shared/error-report.ts';
import { scrubUrl } from '#shared/scrub.ts';

export interface BuildFacts {
  readonly release: string;
  readonly buildId: string;
  /** Where reports go; empty when nobody wants any. */
  readonly dsn: string;
}

const escapeCodes = new RegExp(`${String.fromCodePoint(27)}\\[[0-9;]*m`, 'g');

const named = /^(?:\[([A-Z]\w+)\]|([A-Z]\w*Error):) (.*)$/;

/** Astro prints an error of its own as `[Name] message` and any other as its message alone, then the stack. */
function findHeadline(lines: readonly string[]): number {
  const trace = lines.findLastIndex((line) => line.trimEnd() === '  Stack trace:');
  const above = lines.slice(0, Math.max(0, trace)).findLastIndex((line) => /^\S/.test(line));
  return above === -1 ? lines.findLastIndex((line) => named.test(line.trim())) : above;
}

/** The error that ended a build, from what Astro's command printed: its last headline and stack. */
export function errorFromBuildLog(log: string): Error {
  const lines = log.replace(escapeCodes, '').split('\n');
  const at = Math.max(0, findHeadline(lines));
  const headline = lines[at]?.trim() || 'The build failed';
  const [, own, other, message = headline] = named.exec(headline) ?? [];
  const error = new Error(message);
  error.name = own ?? other ?? 'BuildError';
  error.stack = lines.slice(at).join('\n');
  return error;
}

interface Failure {
  readonly eventId: string;
  readonly surface: 'build' | 'site';
  readonly place: string;
}

/** Silent: a lost report must not hide the error itself. */
async function reportFailure(error: unknown, failure: Failure, facts: BuildFacts): Promise<void> {
  const dsn = parseDsn(facts.dsn);
  if (dsn === null) return;
  const { release, buildId } = facts;
  const body = errorEnvelope({
    ...failure,
    at: new Date(),
    error,
    release,
    buildId,
    environment: 'production',
  });
  try {
    const signal = AbortSignal.timeout(5000);
    await fetch(dsn.envelopeUrl, { method: 'POST', body, signal });
  } catch {
    // Whoever failed says so itself.
  }
}

/** Tells the error catcher why a build failed. */
export async function reportBuildError(error: unknown, facts: BuildFacts): Promise<void> {
  const eventId = randomUUID().replaceAll('-', '');
  await reportFailure(error, { eventId, surface: 'build', place: 'astro build' }, facts);
}

/** Tells the error catcher why the site's own server could not answer, under the number that it showed. */
export async function reportSiteError(
  error: unknown,
  { eventId, address }: { readonly eventId: string; readonly address: string },
  facts: BuildFacts,
): Promise<void> {
  await reportFailure(error, { eventId, surface: 'site', place: scrubUrl(address) }, facts);
}
