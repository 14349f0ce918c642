import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { oneQuestion, translate } from '../../support/languages/translations.ts';

const database = openTestDatabase();

const count = (caller = person('editor')) =>
  database.as(
    caller,
    (sql) => sql<{ area: string; texts: number; translated: number; older: number }[]>`
      select * from public.count_translations('de')`,
  );

describe('count_translations', () => {
  test('counts what there is, what is translated and what of it is older', async () => {
    const before = await count();
    assert.deepEqual(before.map(({ area }) => area).slice(0, 2), ['products', 'batches']);
    const [listed] = await database.sql<{ count: number }[]>`
      select count(*)::int from private.source_texts where btrim(text) <> ''`;
    assert.equal(
      before.reduce((sum, { texts }) => sum + texts, 0),
      listed?.count,
    );
    const questions = async () => (await count()).find(({ area }) => area === 'questions');
    const [one, two] = [await oneQuestion(database, 0), await oneQuestion(database, 1)];
    await translate(database, one, 'Eins');
    await translate(database, two, 'Zwei');
    await database.sql`update public.faq_entries set question = 'Another?' where id = ${two.row_id}`;
    const after = await questions();
    assert.deepEqual([after?.translated, after?.older], [2, 1]);
    // What is gone is not counted any more.
    await database.sql`delete from public.faq_entries where id = ${one.row_id}`;
    assert.equal((await questions())?.translated, 1);
  });

  test('is for owners and editors alone', async () => {
    for (const name of ['first', 'former', 'support', 'fulfilment'] as const)
      assert.equal((await refusalOf(count(person(name)))).reason, 'not_allowed', name);
    assert.equal((await refusalOf(count(anonymous))).code, '42501');
    assert.ok((await count(person('owner'))).length > 5);
  });
});
