/** Publishes the small site below a folder, as the builder does. */
import { createServer } from 'node:http';
import path from 'node:path';
import { buildSite } from '../../../scripts/build-site.ts';
import { readSettings } from '../../../scripts/settings.ts';

const [folder = '', buildId = ''] = process.argv.slice(2);
const below = (name: string) => path.join(folder, name);
// What the shop answers when it is asked for its languages.
const shop = createServer((_, answer) => answer.end('[]'));
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
const address = shop.address();
const port = typeof address === 'object' ? address?.port : 0;
const settings = {
  ...readSettings(),
  projectFolder: below('project'),
  dataFolder: below('data'),
  siteFolder: below('dist'),
  apiUrl: `http://127.0.0.1:${port}`,
};
try {
  await buildSite(settings, { outFolder: settings.siteFolder, buildId });
  process.exit(0);
} catch (error) {
  process.stderr.write(String(error));
  process.exit(1);
}
