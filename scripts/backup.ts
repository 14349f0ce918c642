/** Writes the shop's rows, accounts, files and settings into one file: see docs/operations.md. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseBackupKey } from './archive/archive-key.ts';
import { readCommandWords } from './archive/command-words.ts';
import { makeArchive, recordBackup } from './archive/make-archive.ts';
import { openShop } from './archive/shop-source.ts';
import { readTables } from './archive/tables.ts';
import { nameLiveShop } from './going-live/live-shop.ts';
import { say, step } from './progress.ts';
import { readSettings } from './settings.ts';
import { runSafely } from './shop.ts';

function targetOf(folder: string, to: string | null, now: Date): string {
  const name = `keywright-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.backup`;
  if (to === null) return path.join(folder, 'backups', name);
  const isFolder = to.endsWith(path.sep) || (existsSync(to) && statSync(to).isDirectory());
  return path.resolve(isFolder ? path.join(to, name) : to);
}

await runSafely(async () => {
  const words = readCommandWords(['to', 'dry-run', 'live']);
  if (words.flags.has('live')) await nameLiveShop();
  const settings = readSettings();
  const key = parseBackupKey(process.env['KEYWRIGHT_BACKUP_KEY'] ?? '');
  const now = new Date();
  const file = targetOf(settings.projectFolder, words.to, now);
  const shop = await openShop(settings, 'backup');
  try {
    const kind = key ? 'encrypted' : 'not encrypted: set KEYWRIGHT_BACKUP_KEY to change that';
    if (words.isDryRun) {
      const tables = await readTables(shop.sql);
      const [files] = await shop.sql<{ count: number }[]>`
        select count(*)::int as count from storage.objects`;
      say(
        `Would write ${tables.length} tables and ${files?.count ?? 0} files of the ${shop.place} shop to ${file} (${kind}).`,
      );
      return;
    }
    const made = await step('Back the shop up', (note) =>
      makeArchive({ shop, projectFolder: settings.projectFolder, file, key, now, note }),
    );
    await recordBackup(shop, made, key !== null, now);
    const rows = made.sums.reduce((sum, each) => sum + (each.rows ?? 0), 0);
    const tables = made.sums.filter((each) => each.kind === 'table').length;
    const files = made.sums.filter((each) => each.kind === 'file').length;
    say(`${file}
  ${tables} tables with ${rows} rows, ${files} files, ${Math.ceil(made.bytes / 1000)} kB, read again and found whole
  SHA-256 ${made.sha256}
  ${kind}
  holds names, addresses and password hashes of customers${key ? ', and secret settings' : '; of secret settings their names alone'}`);
    for (const name of made.lostFiles) say(`  missing in the shop itself: the file ${name}`);
  } finally {
    await shop.close();
  }
});
process.exit();
