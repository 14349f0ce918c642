import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { readListPage } from '../../../src/features/lists/api/list-pages.ts';
import type { Backend } from '../../../src/shared/backend/client.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';

let backend: TestBackend;
before(async () => {
  backend = await startTestBackend();
});
after(() => backend.stop());

test('an interest check asks each question of its product with the answers on offer, in their order', async () => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice() {} });
  const [check] = await sql`
    insert into lists (kind, product_id, title, status, opens_at, closes_at)
    select 'interest_check', o.product_id, 'Would you want one?', 'open', now() - interval '1 day', now() + interval '1 day'
    from product_options o join option_values v on v.option_id = o.id and v.is_offered
    group by o.product_id having count(distinct o.id) > 1 order by count(*) desc limit 1
    returning id, product_id`;
  const asked = await sql`
    select o.code, array_agg(v.code order by v.position) as answers
    from product_options o join option_values v on v.option_id = o.id and v.is_offered
    where o.product_id = ${check?.['product_id']} group by o.id order by o.position`;
  await sql.end();
  const client = createClient(backend.url, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const page = await readListPage(String(check?.['id']), {
    backend: Promise.resolve(client as unknown as Backend),
  });
  assert.ok(page.ok, JSON.stringify(page));
  assert.deepEqual(
    page.value.questions.map(({ code, option_values: answers }) => ({
      code,
      answers: answers.map((answer) => answer.code),
    })),
    [...asked],
  );
});
