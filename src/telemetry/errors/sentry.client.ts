import { storedConsent } from '../stored-consent.ts';

/**
 * Loads the error reporter and hands it what was held so far. Without a DSN nothing is loaded, and
 * whoever has refused telemetry sends no error reports either.
 */
export function startErrorReporting(): void {
  const dsn = import.meta.env.PUBLIC_SENTRY_DSN;
  if (!dsn || storedConsent() === 'refused') return;
  import('./sentry-reporter.ts').then(({ runReporter }) => runReporter(dsn)).catch(ignore);
}

function ignore(): void {
  // A reporter that can't be loaded must not become an error of its own.
}
