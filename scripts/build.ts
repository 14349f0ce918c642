/**
 * Builds the site from the backend that the settings name, or from the embedded one.
 * It prevents a failed build from touching the site that is there.
 */
import { buildSite } from './build-site.ts';
import { step } from './progress.ts';
import { runCommand, withBackend } from './shop.ts';

await runCommand((settings) =>
  withBackend(settings, 'build', async () => {
    const isFull = process.argv.includes('--full');
    await step('Build the site', () =>
      buildSite(settings, { outFolder: settings.siteFolder, isFull }),
    );
  }),
);
process.exit();
