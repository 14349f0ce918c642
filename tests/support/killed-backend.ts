/** A backend in a process of its own, so that a test can kill it. Says its address when it answers. */
import { startLocalSupabase } from '../../scripts/local-supabase/backend.ts';
import { findFreePort } from '../../scripts/local-supabase/ports.ts';
import { embeddedKeys } from '../../scripts/settings.ts';
import { projectFolder as ownFolder } from './cluster.ts';

const [databaseUrl = '', dataFolder = '', projectFolder = ownFolder] = process.argv.slice(2);
const apiPort = await findFreePort();
const apiUrl = `http://127.0.0.1:${apiPort}`;
await startLocalSupabase({
  projectFolder,
  dataFolder,
  databaseUrl,
  apiPort,
  apiUrl,
  functionsPort: await findFreePort(),
  siteUrl: 'http://localhost:4321',
  ...embeddedKeys,
});
console.log(apiUrl);
