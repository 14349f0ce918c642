import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { projectFolder } from '../../support/cluster.ts';
import { startHostedProject, type HostedProject } from '../../support/hosted/hosted-project.ts';
import { pushMigrations } from '../../support/hosted/pushed-migrations.ts';

const skip = process.env['KEYWRIGHT_LONG'] ? false : 'takes minutes: npm run test:long';

describe('npm run test:hosted', { skip }, () => {
  let project: HostedProject;
  before(async () => {
    project = await startHostedProject();
    await pushMigrations(project.databaseUrl);
  });
  after(() => project?.stop());

  const census = async () => {
    const sql = postgres(project.superuserUrl, { max: 1, onnotice() {} });
    try {
      const [counts] = await sql`
        select (select count(*) from auth.users) as accounts, (select count(*) from storage.buckets) as buckets,
          (select count(*) from storage.objects) as files, (select count(*) from public.order_records) as orders,
          (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as tables,
          (select count(*) from pg_proc where pronamespace = 'public'::regnamespace) as functions`;
      return counts;
    } finally {
      await sql.end();
    }
  };

  test('passes against a project of which it knows address, keys and database, and leaves nothing', async () => {
    const was = await census();
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...process.execArgv, path.join(projectFolder, 'scripts/test-hosted.ts')],
      {
        maxBuffer: 16_000_000,
        env: {
          ...environment,
          SUPABASE_TEST_URL: project.url,
          SUPABASE_TEST_PUBLISHABLE_KEY: project.publishableKey,
          SUPABASE_TEST_SECRET_KEY: project.secretKey,
          SUPABASE_TEST_DATABASE_URL: project.databaseUrl,
        },
      },
    ).catch((error: { stdout?: string }) => assert.fail(error.stdout?.slice(-6000)));
    assert.match(stdout, /^[1-9]\d* passed, 0 failed/m);
    assert.deepEqual(await census(), was);
  });
});
