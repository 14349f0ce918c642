import { fileURLToPath } from 'node:url';
// The linter reads the package's browser entry; only the one for Node has the integration.
// oxlint-disable-next-line import/default
import sentryAstro from '@sentry/astro';
import type { AstroIntegration } from 'astro';
import facts from '../../../package.json' with { type: 'json' };

/** Leaves out of the reporter what this shop doesn't use: its tracing and its own debug messages. */
const leanReporter: AstroIntegration = {
  name: 'keywright:lean-reporter',
  hooks: {
    'astro:config:setup': ({ updateConfig }) => {
      const define = { __SENTRY_DEBUG__: 'false', __SENTRY_TRACING__: 'false' };
      updateConfig({ vite: { define } });
    },
  },
};

/**
 * What error reporting adds to a build. Source maps exist only where a token says to upload them, and
 * are deleted afterwards: they never reach the site. Sentry's own start scripts are not wanted, so its
 * integration is told of a server alone, which a static site does not have.
 */
export function errorReporting(
  environment: Readonly<Record<string, string | undefined>>,
  outFolder: string,
): AstroIntegration[] {
  const { SENTRY_AUTH_TOKEN: authToken, SENTRY_ORG: org, SENTRY_PROJECT: project } = environment;
  if (!authToken) return [leanReporter];
  const upload = sentryAstro({
    enabled: { client: false, server: true },
    serverInitPath: fileURLToPath(new URL('#shared/errors/early-errors.ts', import.meta.url)),
    authToken,
    ...(org ? { org } : {}),
    ...(project ? { project } : {}),
    telemetry: false,
    unstable_sentryVitePluginOptions: {
      release: { name: `keywright@${facts.version}`, inject: false },
    },
    sourcemaps: {
      assets: [`${outFolder}/**/*.js`, `${outFolder}/**/*.map`],
      filesToDeleteAfterUpload: [`${outFolder}/**/*.map`],
    },
  });
  return [leanReporter, upload];
}
