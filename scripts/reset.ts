/** Forgets local data. */
import { rm } from 'node:fs/promises';
import { say } from './progress.ts';
import { AlreadyRunning, findRun } from './run-lock.ts';
import { runCommand } from './shop.ts';

await runCommand(async (settings) => {
  const running = await findRun(settings.dataFolder);
  if (running) {
    throw new AlreadyRunning(`Keywright still runs (process ${running.pid}). Stop it first.`);
  }
  await rm(settings.dataFolder, { recursive: true, force: true });
  for (const ending of ['', '.former']) {
    await rm(`${settings.siteFolder}${ending}`, { recursive: true, force: true });
  }
  say(`Forgot the data in ${settings.dataFolder}.`);
});
