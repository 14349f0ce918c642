import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { pushMigrations } from '../../support/hosted/pushed-migrations.ts';
import { startHostedProject, type HostedProject } from '../../support/hosted/hosted-project.ts';

describe('the stand-in for a hosted project', () => {
  let project: HostedProject;
  before(async () => {
    project = await startHostedProject();
  });
  after(() => project.stop());
  const client = (key: string) =>
    createClient(project.url, key, { auth: { persistSession: false } });

  test('begins without a table', async () => {
    const { error } = await client(project.secretKey).from('products').select('id');
    assert.equal(error?.code, 'PGRST205');
  });

  test('answers with what db push has brought, and has no row of the demo shop', async () => {
    await pushMigrations(project.databaseUrl);
    for (let tries = 0; ; tries += 1) {
      const { data, error } = await client(project.publishableKey).from('products').select('id');
      if (error && tries < 100) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      assert.deepEqual([data, error], [[], null]);
      break;
    }
    const { data } = await client(project.secretKey).auth.admin.listUsers();
    assert.deepEqual(data.users, []);
  });

  test('calls by its clock what a job asks pg_net for, with a secret of Vault', async () => {
    const calls: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      calls.push(request.headers['apikey']?.toString());
      response.end('done');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const sql = postgres(project.databaseUrl, { max: 1, onnotice() {} });
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/run-jobs`;
      await sql`select vault.create_secret('sesame', 'planted')`;
      await sql`select cron.schedule('planted', '* * * * *', ${`
        select net.http_post('${url}', headers := jsonb_build_object('apikey', s.decrypted_secret))
        from vault.decrypted_secrets s where s.name = 'planted'`})`;
      await project.tick();
      assert.deepEqual(calls, ['sesame']);
      const [answer] = await sql`select status_code, content from net._http_response`;
      assert.deepEqual(answer, { status_code: 200, content: 'done' });
    } finally {
      await sql.end();
      server.close();
    }
  });
});
