/** Makes a shop from an archive of `npm run backup`: see docs/operations.md. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ArchiveRefused, parseBackupKey } from './archive/archive-key.ts';
import { settingLines } from './archive/archive-settings.ts';
import { readCommandWords } from './archive/command-words.ts';
import { assertKnownRelease, seeArchive, type SeenArchive } from './archive/load-archive.ts';
import { assertReplaceable, drillArchive, restoreEmbedded } from './archive/restore-embedded.ts';
import { restoreHosted } from './archive/restore-hosted.ts';
import { hostedAccess } from './archive/shop-source.ts';
import { finishRestore } from './archive/swap-shops.ts';
import { nameLiveShop } from './going-live/live-shop.ts';
import { say, step } from './progress.ts';
import { takeLock } from './run-lock.ts';
import { runSafely } from './shop.ts';
import { readSettings, type Settings } from './settings.ts';

function describe({ about, sums, settings }: SeenArchive): string {
  const tables = sums.filter(({ kind }) => kind === 'table');
  const rows = tables.reduce((sum, each) => sum + (each.rows ?? 0), 0);
  const files = sums.filter(({ kind }) => kind === 'file').length;
  const names = Object.keys({ ...settings.open, ...settings.secret });
  return `An archive of ${about.madeAt}, of ${about.place === 'hosted' ? 'a hosted' : 'an embedded'} shop: ${tables.length} tables with ${rows} rows, ${files} files, settings: ${names.join(', ') || 'none'}.`;
}

async function replaceEmbedded(
  archive: SeenArchive,
  settings: Settings,
  isReplacing: boolean,
): Promise<void> {
  const { dataFolder } = settings;
  const release = await takeLock(dataFolder, 'restore', settings.apiUrl);
  try {
    const finished = await finishRestore(dataFolder);
    if (finished) say(`An earlier restore was finished; what it replaced is in ${finished}.`);
    if (!isReplacing) await assertReplaceable(dataFolder);
    const former = await step('Restore the shop', (note) =>
      restoreEmbedded(archive, settings, note),
    );
    if (former) say(`The shop that was there is kept in ${former}.`);
  } finally {
    await release();
  }
}

await runSafely(async () => {
  const words = readCommandWords(['dry-run', 'replace', 'drill', 'live', 'settings']);
  if (words.flags.has('live')) await nameLiveShop();
  const settings = readSettings();
  if (words.file === null) {
    throw new ArchiveRefused('Name the archive: npm run restore -- <file>');
  }
  const file = path.resolve(words.file);
  const key = parseBackupKey(process.env['KEYWRIGHT_BACKUP_KEY'] ?? '');
  const archive = await step('Read the archive', (note) => seeArchive(file, key, note));
  await assertKnownRelease(archive, settings.projectFolder);
  say(describe(archive));
  if (words.to !== null) {
    if (words.isDryRun) say(`Would write its settings to ${words.to}.`);
    else {
      await writeFile(words.to, settingLines(archive.settings), { mode: 0o600, flag: 'wx' });
      say(`Its settings are in ${words.to}.`);
    }
  }
  const isReplacing = words.flags.has('replace');
  if (words.isDryRun) {
    say(`It is whole. It would be restored to ${settings.hosted?.url ?? settings.dataFolder}.`);
    return;
  }
  if (words.flags.has('drill')) {
    await step('Restore it into a folder for now', (note) => drillArchive(archive, settings, note));
    say('The archive can be restored: its shop opened, and is removed again.');
    return;
  }
  if (settings.hosted) {
    const project = hostedAccess(settings.hosted);
    await step('Restore the shop', (note) =>
      restoreHosted({
        archive,
        project,
        projectFolder: settings.projectFolder,
        isReplacing,
        note,
        say,
      }),
    );
  } else await replaceEmbedded(archive, settings, isReplacing);
  say('The shop is restored. Whoever was signed in signs in again.');
});
process.exit();
