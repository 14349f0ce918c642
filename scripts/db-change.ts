/**
 * Writes the migration of what supabase/schemas has by now, the types of its rows, and the mails that
 * carry its words in further languages.
 * `npm run db:change` writes the unreleased one again, `npm run db:change <name>` begins the next one
 * and `npm run db:change -- --release` fixes all there are.
 */
import { generateTypes } from './generate-types.ts';
import { writeFunctionLanguages } from './function-languages.ts';
import { applyMigrations } from './local-supabase/migrate.ts';
import { MigrationFailed } from './local-supabase/sql-files.ts';
import { releaseMigrations } from './migrations.ts';
import { explain, say } from './progress.ts';
import { inNewDatabase, NameRefused, withCluster, writeChange } from './schema-changes.ts';
import { readSettings } from './settings.ts';

const { projectFolder } = readSettings();
const [wanted] = process.argv.slice(2);

async function change(): Promise<void> {
  if (wanted === '--release') {
    await releaseMigrations(projectFolder);
    say('Released: these migrations never change again.');
    return;
  }
  await withCluster(async (cluster) => {
    const clusterUrl = cluster.url('postgres');
    const { name, missing } = await writeChange(clusterUrl, projectFolder, wanted);
    say(name === null ? 'The migrations have all that the schemas have.' : `Wrote ${name}`);
    if (missing.length > 0) {
      say(`Write by hand, into its marked places:\n${missing.join('\n')}`);
      process.exitCode = 1;
    }
    await inNewDatabase(clusterUrl, 'change_types', async (sql, url) => {
      await applyMigrations(sql, projectFolder);
      say(
        (await generateTypes(url)) ? 'Wrote the types of rows' : 'The types of rows are the same',
      );
    });
    for (const { name: language } of await writeFunctionLanguages(projectFolder))
      say(`Wrote the mails in ${language}`);
  });
}

await change().catch((error: unknown) => {
  process.stderr.write(`${explain(error, [NameRefused, MigrationFailed])}\n`);
  process.exitCode = 1;
});
