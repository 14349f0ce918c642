/** The live shop, for commands that also work on an embedded one: found as `npm run deploy` finds it. */
import path from 'node:path';
import { createLiveProject } from './live-project.ts';
import { loadLiveFile, readLiveSettings } from './live-settings.ts';

/** Puts what names a hosted project into the environment, from which settings are read afterwards. */
export async function nameLiveShop(): Promise<void> {
  const projectFolder = path.resolve(import.meta.dirname, '../..');
  loadLiveFile(projectFolder);
  const project = createLiveProject(readLiveSettings(projectFolder));
  const { publishableKey, secretKey } = await project.keys();
  Object.assign(process.env, {
    PUBLIC_SUPABASE_URL: project.apiUrl(),
    PUBLIC_SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SUPABASE_DB_URL: await project.databaseUrl(),
  });
}
