import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransactionSql } from 'postgres';
import {
  anonymous,
  openTestDatabase,
  person,
  refusalOf,
  withCode,
} from '../../support/database.ts';

const database = openTestDatabase();
const owner = withCode(person('owner'));

const addVersion = (sql: TransactionSql, document: string, publishAt: string) => sql`
  insert into public.legal_versions (document, number, changes, publish_at, effective_at)
  values (${document}, 7, 'Names another carrier.', ${publishAt}::timestamptz, ${publishAt}::timestamptz)
  returning id`;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('versions of the legal pages', () => {
  test('an owner adds one of each document with its sections, and visitors read it from its time on', async () => {
    for (const document of ['terms', 'privacy', 'imprint', 'withdrawal', 'accessibility']) {
      const id = await database.keepAs(owner, async (sql) => {
        const [version] = await addVersion(sql, document, inAnHour());
        await sql`
          insert into public.legal_sections (version_id, code, title, plain, body)
          values (${String(version?.['id'])}, 'new', 'New part', 'In short.', 'At length.')`;
        return String(version?.['id']);
      });
      const read = () =>
        database.as(
          anonymous,
          (sql) => sql`
            select s.title from public.legal_versions v join public.legal_sections s on s.version_id = v.id
            where v.id = ${id}`,
        );
      assert.deepEqual([...(await read())], [], `${document} before its time`);
      await database.sql`
        update public.legal_versions set publish_at = now(), effective_at = now() where id = ${id}`;
      assert.equal((await read()).length, 1, document);
    }
  });

  test('nobody else adds one, and no one adds one that is published already or of another page', async () => {
    for (const name of ['editor', 'fulfilment', 'support', 'first'] as const) {
      const refusal = await refusalOf(
        database.as(withCode(person(name)), (sql) => addVersion(sql, 'privacy', inAnHour())),
      );
      assert.equal(refusal.code, '42501', name);
    }
    const stranger = database.as(anonymous, (sql) => addVersion(sql, 'privacy', inAnHour()));
    assert.equal((await refusalOf(stranger)).code, '42501');
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const late = database.as(owner, (sql) => addVersion(sql, 'privacy', yesterday));
    assert.equal((await refusalOf(late)).code, '42501');
    const other = database.as(owner, (sql) => addVersion(sql, 'cookies', inAnHour()));
    assert.equal((await refusalOf(other)).code, '23514');
  });

  test('what is published gets no further section and is never changed, by its owner neither', async () => {
    const add = database.as(
      owner,
      (sql) => sql`
        insert into public.legal_sections (version_id, code, title, plain, body)
        select id, 'late', 'Late', 'Too late.', 'Too late.' from public.legal_versions
        where document = 'privacy' and number = 1`,
    );
    assert.equal((await refusalOf(add)).code, '42501');
    for (const table of ['legal_versions', 'legal_sections']) {
      const remove = database.as(owner, (sql) => sql`delete from ${sql(`public.${table}`)}`);
      assert.equal((await refusalOf(remove)).code, '42501', table);
    }
    const change = database.as(
      owner,
      (sql) => sql`update public.legal_sections set body = 'Changed afterwards.'`,
    );
    assert.equal((await refusalOf(change)).code, '42501');
  });

  test('an order accepts the terms, whatever number another document has', async () => {
    await database.sql`
      insert into public.legal_versions (document, number, changes, publish_at, effective_at)
      values ('privacy', 999, 'A high number.', now(), now())`;
    const [row] = await database.sql`
      select v.document from public.legal_versions v where v.id = private.terms_on(now())`;
    assert.equal(row?.['document'], 'terms');
  });
});
