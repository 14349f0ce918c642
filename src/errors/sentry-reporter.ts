import {
  BrowserClient,
  breadcrumbsIntegration,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  makeFetchTransport,
} from '@sentry/astro';
import { handOverErrors } from './early-errors.ts';
import { scrubBreadcrumb, scrubEvent } from './filters.ts';
import { buildId, release } from './build-facts.ts';
import { countEvent } from './session-limit.ts';
import { typedValues, watchTyping } from './typed-values.ts';

const mostBreadcrumbs = 25;

function createClient(dsn: string): BrowserClient {
  return new BrowserClient({
    dsn,
    release,
    dist: buildId(),
    environment: import.meta.env.MODE,
    initialScope: { tags: { build_id: buildId(), surface: 'browser' } },
    maxBreadcrumbs: mostBreadcrumbs,
    sendClientReports: false,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [
      breadcrumbsIntegration({ console: false, xhr: false, sentry: false }),
      globalHandlersIntegration(),
      dedupeIntegration(),
    ],
    beforeBreadcrumb: (breadcrumb) => scrubBreadcrumb(breadcrumb, typedValues()),
    beforeSend: (event) => {
      const scrubbed = scrubEvent(event, typedValues());
      return countEvent() ? scrubbed : null;
    },
  });
}

export function runReporter(dsn: string): void {
  watchTyping();
  const client = createClient(dsn);
  getCurrentScope().setClient(client);
  client.init();
  handOverErrors(({ error, eventId, handled }) => {
    client.captureException(
      error,
      { event_id: eventId, mechanism: { type: handled ? 'island' : 'early', handled } },
      getCurrentScope(),
    );
  });
}
