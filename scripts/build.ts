/**
 * Builds the site from the backend that the settings name, or from the embedded one. Where it is the
 * builder of a hosted project, it takes the request that waits and tells how it went; with
 * `--requested` it builds nothing where none waits, for a builder may be called twice.
 */
import { buildSite } from './build-site.ts';
import { say, step } from './progress.ts';
import { publishRequest } from './publish-request.ts';
import { createPublishQueue } from './publish-queue.ts';
import { SettingWrong } from './settings.ts';
import { runCommand, withBackend } from './shop.ts';

await runCommand((settings) =>
  withBackend(settings, 'build', async () => {
    const isFull = process.argv.includes('--full');
    const isRequested = process.argv.includes('--requested');
    const secretKey = process.env['SUPABASE_SECRET_KEY'] ?? '';
    const queue =
      settings.hosted && secretKey !== ''
        ? createPublishQueue(settings.hosted.url, secretKey)
        : null;
    if (isRequested && queue === null)
      throw new SettingWrong('A builder needs a hosted project and its SUPABASE_SECRET_KEY.');
    const logUrl = process.env['KEYWRIGHT_BUILD_LOG_URL'] || undefined;
    const request = isFull ? null : await queue?.claim(logUrl);
    if (isRequested && !request) return say('No build is asked for.');
    await step('Build the site', async () => {
      if (queue && request) await publishRequest(settings, queue, request);
      else await buildSite(settings, { outFolder: settings.siteFolder, isFull });
    });
  }),
);
process.exit();
