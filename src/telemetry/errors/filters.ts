import type { Breadcrumb, ErrorEvent, Exception, StackFrame } from '@sentry/astro';
import { scrubText, scrubUrl } from '#shared/scrub.ts';

const levels: ReadonlySet<string> = new Set(['fatal', 'error', 'warning', 'log', 'info', 'debug']);
const keptTags = ['build_id', 'surface'];

function scrubFunctionName(name: string): string {
  return /^[\w$.<>[\]# ]{1,80}$/.test(name) ? name : '?';
}

function scrubFrame(frame: StackFrame): StackFrame {
  return {
    filename: scrubUrl(frame.filename ?? ''),
    function: scrubFunctionName(frame.function ?? '?'),
    ...(frame.lineno === undefined ? {} : { lineno: frame.lineno }),
    ...(frame.colno === undefined ? {} : { colno: frame.colno }),
    in_app: frame.in_app ?? true,
  };
}

function scrubException(exception: Exception, typed: readonly string[]): Exception {
  const frames = exception.stacktrace?.frames?.map(scrubFrame);
  return {
    type: scrubText(exception.type ?? 'Error', typed),
    value: scrubText(exception.value ?? '', typed),
    ...(frames === undefined ? {} : { stacktrace: { frames } }),
    mechanism: {
      type: exception.mechanism?.type ?? 'generic',
      handled: exception.mechanism?.handled ?? true,
    },
  };
}

function scrubPlace(place: unknown): string {
  return typeof place === 'string' ? scrubUrl(place) : '';
}

/** What a breadcrumb keeps depends on its category; a category that isn't named here doesn't leave. */
export function scrubBreadcrumb(
  breadcrumb: Breadcrumb,
  typed: readonly string[] = [],
): Breadcrumb | null {
  const { category = '', data = {}, timestamp, type, level } = breadcrumb;
  const kept: Breadcrumb = {
    category,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(type === undefined ? {} : { type: scrubText(type) }),
    ...(level !== undefined && levels.has(level) ? { level } : {}),
  };
  if (category === 'navigation') {
    return { ...kept, data: { from: scrubPlace(data['from']), to: scrubPlace(data['to']) } };
  }
  if (category === 'fetch') {
    const status = Number(data['status_code']);
    const method = /^[A-Z]{3,7}$/.exec(String(data['method']))?.[0] ?? 'GET';
    return {
      ...kept,
      data: {
        method,
        url: scrubPlace(data['url']),
        ...(Number.isInteger(status) ? { status_code: status } : {}),
      },
    };
  }
  if (category === 'ui.click') {
    const selector = (breadcrumb.message ?? '').replace(/\[[^\]]*\]?/g, '');
    return { ...kept, message: scrubText(selector, typed) };
  }
  return null;
}

/** What a browser extension, or the browser itself, threw into the page is nobody's bug here. */
export function isForeignError(event: ErrorEvent): boolean {
  const thrown = event.exception?.values?.at(-1);
  if (thrown?.value?.startsWith('ResizeObserver loop')) return true;
  return thrown?.stacktrace?.frames?.some(isExtensionFrame) ?? false;
}

function isExtensionFrame({ filename = '' }: StackFrame): boolean {
  return /^(?:chrome|moz|safari(?:-web)?)-extension:/.test(filename);
}

/**
 * Builds the event anew from the fields that may leave; whatever else the reporter or a library has
 * put on it (user, extra, contexts, headers, cookies) stays behind.
 */
export function scrubEvent(event: ErrorEvent, typed: readonly string[] = []): ErrorEvent {
  const { event_id, timestamp, platform, level, release, dist, environment } = event;
  const tags = Object.fromEntries(
    keptTags.flatMap((name) => {
      const value = event.tags?.[name];
      return typeof value === 'string' ? [[name, value.slice(0, 64)]] : [];
    }),
  );
  const kept = {
    event_id,
    timestamp,
    platform,
    level,
    release,
    dist,
    environment,
    message: event.message === undefined ? undefined : scrubText(event.message, typed),
    exception: event.exception && {
      values: event.exception.values?.map((each) => scrubException(each, typed)),
    },
    breadcrumbs: event.breadcrumbs?.flatMap((each) => scrubBreadcrumb(each, typed) ?? []),
    request: event.request?.url === undefined ? undefined : { url: scrubUrl(event.request.url) },
    debug_meta: event.debug_meta,
    sdk: event.sdk && { name: event.sdk.name, version: event.sdk.version },
    tags,
  };
  const present = Object.entries(kept).filter(([, value]) => value !== undefined);
  return { type: undefined, ...Object.fromEntries(present) };
}
