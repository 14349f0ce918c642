/**
 * Invariant: it takes no text that scrubbing has not seen, and nothing but the fields named here.
 */
import { scrubText, scrubUrl } from './scrub.ts';

export interface ErrorReport {
  readonly eventId: string;
  readonly at: Date;
  readonly error: unknown;
  readonly release: string;
  readonly buildId: string;
  readonly environment: string;
  readonly surface: 'build' | 'function' | 'site';
  /** Which function, step or address it was. */
  readonly place: string;
}

export interface Dsn {
  readonly key: string;
  readonly envelopeUrl: string;
}

/** `https://key@host/path/project`, as Sentry writes it; null for anything else. */
export function parseDsn(text: string): Dsn | null {
  if (!URL.canParse(text)) return null;
  const { protocol, username, host, pathname } = new URL(text);
  const [, path = '', project = ''] = /^(.*)\/([\w-]+)\/?$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === '' || project === '') return null;
  const client = `sentry_version=7&sentry_key=${username}&sentry_client=keywright`;
  return {
    key: username,
    envelopeUrl: `${protocol}//${host}${path}/api/${project}/envelope/?${client}`,
  };
}

interface ReportedFrame {
  readonly filename: string;
  readonly function: string;
  readonly lineno: number;
  readonly colno: number;
  readonly in_app: boolean;
}

const framePattern =
  /^\s*at (?:async )?(?:(.+?) \()?((?:[a-z]+:\/\/|\/|[a-z]:\\).*?):(\d+):(\d+)\)?$/i;

/** Folders above the project say whose machine it is. */
function projectPath(place: string): string {
  const path = place
    .replace(/^file:\/\//, '')
    .replace(/[?#].*$/, '')
    .replaceAll('\\', '/');
  const below = /(?:^|\/)((?:node_modules|supabase|src|scripts|tests)\/.*)$/.exec(path)?.[1];
  return scrubUrl(below ?? path.split('/').at(-1) ?? '');
}

/** Innermost last, as Sentry wants them. */
export function framesFromStack(stack: string): ReportedFrame[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '?', place = '', lineno, colno] = framePattern.exec(line) ?? [];
      if (place === '') return [];
      return {
        filename: projectPath(place),
        function: /^[\w$.<>[\]# ]{1,80}$/.test(name) ? name : '?',
        lineno: Number(lineno),
        colno: Number(colno),
        in_app: !place.includes('node_modules'),
      };
    })
    .slice(0, 50)
    .toReversed();
}

function describeError(error: unknown): { type: string; value: string; stack: string } {
  if (!(error instanceof Error)) return { type: 'Error', value: String(error), stack: '' };
  return { type: error.name, value: error.message, stack: error.stack ?? '' };
}

/** The body of one POST: the envelope's header, the item's header, the event. */
export function errorEnvelope(report: ErrorReport): string {
  const { type, value, stack } = describeError(report.error);
  const event = {
    event_id: report.eventId,
    timestamp: report.at.getTime() / 1000,
    platform: 'node',
    level: 'error',
    release: report.release,
    dist: report.buildId,
    environment: report.environment,
    tags: { build_id: report.buildId, surface: report.surface, place: report.place },
    exception: {
      values: [
        {
          type: scrubText(type),
          value: scrubText(value),
          stacktrace: { frames: framesFromStack(stack) },
          mechanism: { type: report.surface, handled: false },
        },
      ],
    },
  };
  const header = { event_id: report.eventId, sent_at: report.at.toISOString() };
  return `${JSON.stringify(header)}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
}
