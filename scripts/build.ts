/**
 * Builds the site from the backend that the settings name, or from the embedded one. Where it is the
 * builder of a hosted project, it takes the request that waits and tells how it went.
 */
import { buildSite } from './build-site.ts';
import { step } from './progress.ts';
import { publishRequest } from './publish-request.ts';
import { createPublishQueue } from './publish-queue.ts';
import { runCommand, withBackend } from './shop.ts';

await runCommand((settings) =>
  withBackend(settings, 'build', async () => {
    const isFull = process.argv.includes('--full');
    const secretKey = process.env['SUPABASE_SECRET_KEY'] ?? '';
    const queue =
      settings.hosted && secretKey !== ''
        ? createPublishQueue(settings.hosted.url, secretKey)
        : null;
    const request = isFull ? null : await queue?.claim();
    await step('Build the site', async () => {
      if (queue && request) await publishRequest(settings, queue, request);
      else await buildSite(settings, { outFolder: settings.siteFolder, isFull });
    });
  }),
);
process.exit();
