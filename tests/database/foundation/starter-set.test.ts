import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import {
  applyMigrations,
  prepareDatabase,
  prepareServices,
} from '../../../scripts/local-supabase/migrate.ts';
import {
  createTestDatabase,
  databaseUrl,
  projectFolder,
  type TestDatabase,
} from '../../support/cluster.ts';

const name = `starter_${crypto.randomUUID().slice(0, 8)}`;
let template: TestDatabase;
let admin: Sql;
let sql: Sql;

before(async () => {
  template = await createTestDatabase();
  admin = postgres(template.url, { max: 1, onnotice() {} });
  await admin`create database ${admin(name)}`;
  sql = postgres(databaseUrl(template.url, name), { max: 2, onnotice() {} });
  await prepareDatabase(sql, projectFolder, false);
});
after(async () => {
  await sql.end();
  await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
  await template.drop();
});

const one = async (query: string) => {
  const [row] = await sql.unsafe(`select (${query})::int as n`);
  return row?.['n'];
};

describe('a shop without the demo', () => {
  test('has nothing to sell and nobody in it', async () => {
    for (const table of [
      'public.products',
      'public.updates',
      'public.discount_codes',
      'public.bank_accounts',
      'auth.users',
      'private.staff',
    ]) {
      assert.equal(await one(`select count(*) from ${table}`), 0, table);
    }
    const offered = await sql`select code from public.payment_methods where is_offered`;
    assert.deepEqual(
      offered.map(({ code }) => code),
      ['invoice'],
    );
  });

  test('has every setting that its functions and texts name', async () => {
    const known = (await sql`select key from public.settings`).map(({ key }) => String(key));
    const sources = await sql`select prosrc from pg_proc where prosrc like '%private.setting(%'`;
    const asked = sources.flatMap(({ prosrc }) =>
      [...String(prosrc).matchAll(/private\.setting\(case[\s\S]*?end\)|private\.setting\('\w+'\)/g)]
        .flatMap(([call]) => [...call.matchAll(/(?:setting\(|then |else )'(\w+)'/g)])
        .map(([, key = '']) => key),
    );
    const texts = await sql`
      select answer as text from public.faq_entries union all select body from public.legal_sections
      union all select plain from public.legal_sections union all select body from public.page_texts`;
    const named = texts.flatMap(({ text }) =>
      [...String(text).matchAll(/\{\{(\w+)\}\}/g)].map(([, key = '']) => key),
    );
    assert.ok(asked.length > 8 && named.length > 8);
    assert.deepEqual(
      [...new Set([...asked, ...named])].filter((key) => !known.includes(key)),
      [],
    );
  });

  test('knows each country’s tax of today and its zone, is registered nowhere, and ships nowhere yet', async () => {
    const unclear = await sql`
      select c.code from public.countries c
      where (select count(*) from public.zone_countries z where z.country_code = c.code) <> 1
        or (select count(*) from public.tax_rates t where t.country_code = c.code
          and t.valid_from <= current_date and coalesce(t.valid_to, 'infinity') > current_date) <> 1`;
    assert.deepEqual([...unclear], []);
    assert.equal(await one('select count(*) from public.shipping_methods'), 0);
    assert.equal(await one('select count(*) from public.tax_registrations'), 0);
  });

  test('says nothing of the demonstration, and marks what its owner has to fill in', async () => {
    const rows = await sql`
      select v.document || ' ' || s.code as place, s.plain || s.body as text
      from public.legal_sections s join public.legal_versions v on v.id = s.version_id
      union all select page || ' ' || code, body from public.page_texts
      union all select 'country ' || code, duties_note from public.countries
      union all select 'question ' || code, answer from public.faq_entries`;
    for (const { place, text } of rows) {
      assert.doesNotMatch(text, /Utrecht|\.example|demonstration|Odile|Dutch law/, place);
    }
    assert.deepEqual(
      rows.filter(({ text }) => String(text).includes('[fill in:')).map(({ place }) => place),
      [
        'terms who-we-are',
        'terms law',
        'privacy controller',
        'privacy recipients',
        'privacy how-long',
        'privacy rights',
        'withdrawal how',
        'withdrawal effects',
        'withdrawal model-form',
        'imprint operator',
        'imprint contact',
        'imprint register',
        'imprint disputes',
        'accessibility how-we-test',
        'accessibility limits',
        'accessibility feedback',
        'about who-runs-it',
        'about contact',
      ],
    );
  });

  test('is filled by a role that is no superuser, as on a hosted project', async () => {
    const text = await readFile(path.join(projectFolder, 'supabase/starter.sql'), 'utf8');
    const bare = `${name}_bare`;
    await admin`create database ${admin(bare)}`;
    const other = postgres(databaseUrl(template.url, bare), { max: 1, onnotice() {} });
    try {
      await prepareServices(other);
      await applyMigrations(other, projectFolder);
      await other.begin(async (transaction) => {
        await transaction`set local role postgres`;
        await transaction.unsafe(text).simple();
      });
      const [{ n } = {}] = await other`select count(*)::int as n from public.settings`;
      assert.ok(Number(n) > 15);
    } finally {
      await other.end();
      await admin`drop database ${admin(bare)} with (force)`;
    }
  });
});
