import {
  BrowserClient,
  breadcrumbsIntegration,
  createTransport,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  setCurrentClient,
} from '@sentry/astro';
import { $consent, rereadConsent } from '../consent.ts';
import { consentStorageKey } from '../stored-consent.ts';
import { readBuildId, release } from './build-facts.ts';
import { handOverErrors } from '#shared/errors/early-errors.ts';
import { isForeignError, scrubBreadcrumb, scrubEvent } from './filters.ts';
import { quietFetch } from './quiet-fetch.ts';
import { countReport } from './session-limit.ts';
import { typedValues, watchTyping } from './typed-values.ts';

type TransportOptions = Parameters<typeof createTransport>[0] & { readonly url: string };

function makeQuietTransport(options: TransportOptions): ReturnType<typeof createTransport> {
  return createTransport(options, async ({ body }) => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const answer = await quietFetch({ url: options.url, body: text, contentType: 'text/plain' });
    if (answer === null) return {};
    return {
      statusCode: answer.status,
      headers: { 'x-sentry-rate-limits': answer.rateLimits, 'retry-after': answer.retryAfter },
    };
  });
}

function createClient(dsn: string, buildId: string): BrowserClient {
  return new BrowserClient({
    dsn,
    release,
    dist: buildId,
    environment: import.meta.env.MODE,
    maxBreadcrumbs: 25,
    sendClientReports: false,
    transport: makeQuietTransport,
    stackParser: defaultStackParser,
    integrations: [
      breadcrumbsIntegration({ console: false, xhr: false, sentry: false }),
      globalHandlersIntegration(),
      dedupeIntegration(),
    ],
    beforeBreadcrumb: (breadcrumb) => scrubBreadcrumb(breadcrumb, typedValues()),
    beforeSend(event) {
      if ($consent.get() === 'refused' || isForeignError(event)) return null;
      const scrubbed = scrubEvent(event, typedValues());
      return countReport() ? scrubbed : null;
    },
  });
}

export async function runReporter(dsn: string): Promise<void> {
  watchTyping();
  addEventListener('storage', ({ key }) => {
    if (key === consentStorageKey || key === null) rereadConsent();
  });
  const buildId = await readBuildId();
  const client = createClient(dsn, buildId);
  setCurrentClient(client);
  getCurrentScope().setTags({ build_id: buildId, surface: 'browser' });
  client.init();
  handOverErrors(({ error, eventId, handled }) => {
    const mechanism = { type: handled ? 'island' : 'early', handled };
    client.captureException(error, { event_id: eventId, mechanism }, getCurrentScope());
  });
}
