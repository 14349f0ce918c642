/** Publishes the small site below a folder, as the builder does. */
import path from 'node:path';
import { buildSite } from '../../../scripts/build-site.ts';
import { readSettings } from '../../../scripts/settings.ts';

const [folder = '', buildId = ''] = process.argv.slice(2);
const below = (name: string) => path.join(folder, name);
const settings = {
  ...readSettings(),
  projectFolder: below('project'),
  dataFolder: below('data'),
  siteFolder: below('dist'),
};
try {
  await buildSite(settings, { outFolder: settings.siteFolder, buildId });
  process.exit(0);
} catch (error) {
  process.stderr.write(String(error));
  process.exit(1);
}
