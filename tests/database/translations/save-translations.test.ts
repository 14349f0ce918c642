import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { anonymous, openTestDatabase, person, refusalOf } from '../../support/database.ts';
import { oneQuestion, saveTranslations, translate } from '../../support/languages/translations.ts';

const database = openTestDatabase();

const stored = (rowId: string) => database.sql<{ text: string; source: string; version: number }[]>`
  select text, source, version from public.translations where row_id = ${rowId}`;

describe('save_translations', () => {
  test('keeps a translation with what it was made from, once, whoever sends it again', async () => {
    const text = await oneQuestion(database, 0);
    const first = await translate(database, text, '  Wann?\r\nBald. ');
    assert.deepEqual([first.outcome, first.text, first.version], ['saved', 'Wann?\nBald.', 1]);
    const again = await translate(database, text, 'Wann?\nBald.');
    assert.deepEqual([again.outcome, again.version], ['same', 1]);
    assert.deepEqual(
      [...(await stored(text.row_id))],
      [{ text: 'Wann?\nBald.', source: text.source, version: 1 }],
    );
  });

  test('keeps what someone else wrote meanwhile, and gives it', async () => {
    const text = await oneQuestion(database, 1);
    await translate(database, text, 'Eins');
    for (const version of [0, 7]) {
      const late = await translate(database, text, 'Zwei', version);
      assert.deepEqual([late.outcome, late.text, late.version], ['conflict', 'Eins', 1]);
    }
    const over = await translate(database, text, 'Zwei', 1);
    assert.deepEqual([over.outcome, over.version], ['saved', 2]);
    const gone = await translate(database, text, '', 1);
    assert.deepEqual([gone.outcome, gone.text], ['conflict', 'Zwei']);
  });

  test('two who translate the same text at once: one is told of the other', async () => {
    const text = await oneQuestion(database, 2);
    const both = await Promise.all(
      ['Eins', 'Zwei'].map((words) => translate(database, text, words)),
    );
    assert.deepEqual(both.map(({ outcome }) => outcome).toSorted(), ['conflict', 'saved']);
    const [kept] = await stored(text.row_id);
    assert.ok(both.every((each) => each.text === kept?.text));
  });

  test('an empty text removes the translation, once', async () => {
    const text = await oneQuestion(database, 3);
    await translate(database, text, 'Wann?');
    const gone = await translate(database, text, '  ', 1);
    assert.deepEqual([gone.outcome, gone.version], ['removed', 0]);
    assert.equal((await translate(database, text, '', 1)).outcome, 'same');
    assert.equal((await stored(text.row_id)).length, 0);
  });

  test('refuses what was made from another text, unless it may be an older one', async () => {
    const text = await oneQuestion(database, 4);
    const older = { ...text, source: 'What it was once' };
    const refused = await translate(database, older, 'Wann?');
    assert.deepEqual([refused.outcome, refused.source], ['source_changed', text.source]);
    const [taken] = await saveTranslations(
      database,
      [{ ...older, text: 'Wann?' }],
      person('editor'),
      true,
    );
    assert.deepEqual([taken?.outcome, taken?.made_from], ['saved', 'What it was once']);
    // That it is still right is a change as well.
    const confirmed = await translate(database, text, 'Wann?', 1);
    assert.deepEqual([confirmed.outcome, confirmed.version], ['saved', 2]);
  });

  test('a list keeps its lines apart, and a text names settings that there are', async () => {
    const [box] = await database.sql<{ id: string; lines: string }[]>`
      select id, array_to_string(in_the_box, E'\n') as lines from public.products
      where cardinality(in_the_box) > 1 and status = 'published' limit 1`;
    assert.ok(box);
    const list = {
      table_name: 'products',
      row_id: box.id,
      column_name: 'in_the_box',
      source: box.lines,
    };
    assert.equal((await translate(database, list, 'Eine Zeile')).outcome, 'lines');
    // One name for two things, and none for one.
    const alike = box.lines.replace(/[^\n]+/g, 'Teil');
    assert.equal((await translate(database, list, alike)).outcome, 'lines');
    const blank = box.lines.replace(/^[^\n]+\n[^\n]+/, 'Teil\n ');
    assert.equal((await translate(database, list, `${blank}\n`)).outcome, 'lines');
    const german = box.lines.replace(/^/gm, 'Teil: ');
    assert.equal((await translate(database, list, german)).outcome, 'saved');
    // Two lines that were alike may stay so.
    await database.sql`
      update public.products set in_the_box = in_the_box || in_the_box[1] where id = ${box.id}`;
    const [first = ''] = box.lines.split('\n');
    const twice = { ...list, source: `${box.lines}\n${first}` };
    const doubled = `${german}\nTeil: ${first}`;
    assert.equal((await translate(database, twice, doubled, 1)).outcome, 'saved');
    // As many names as things, and one of them is shared by two.
    const others = box.lines.split('\n').slice(2);
    const shared = ['Eins', 'Zwei', ...others, 'Zwei'].join('\n');
    assert.equal((await translate(database, twice, shared, 2)).outcome, 'lines');
    const text = await oneQuestion(database, 5);
    await database.sql`
      insert into public.settings (key, value, unit, meaning) values ('spare_days', 3, 'days', 'For a test')`;
    assert.equal(
      (await translate(database, text, '{{nothing_such}} Tage')).outcome,
      'unknown_setting',
    );
    assert.equal((await translate(database, text, '{{ spare_days }} Tage')).outcome, 'saved');
    const refusal = await refusalOf(
      database.as(
        person('owner'),
        (sql) => sql`delete from public.settings where key = 'spare_days'`,
      ),
    );
    assert.equal(refusal.reason, 'setting_named');
    assert.equal((await translate(database, text, 'x'.repeat(80_001), 1)).outcome, 'too_long');
  });

  test('of several texts each is told for itself, and what nobody translates is not', async () => {
    const text = await oneQuestion(database, 6);
    const saved = await saveTranslations(database, [
      { ...text, text: 'Wann?' },
      { ...text, row_id: randomUUID(), text: 'Wo?' },
      { ...text, column_name: 'code', text: 'wo' },
      { ...text, table_name: 'staff', text: 'wer' },
    ]);
    assert.deepEqual(saved.map(({ outcome }) => outcome).toSorted(), [
      'gone',
      'gone',
      'gone',
      'saved',
    ]);
    const many = Array.from({ length: 201 }, () => ({ ...text, text: 'x' }));
    assert.equal((await refusalOf(saveTranslations(database, many))).reason, 'too_many');
  });

  test('is for owners and editors alone, in a language', async () => {
    const text = await oneQuestion(database, 7);
    for (const name of ['first', 'former', 'support', 'fulfilment'] as const)
      assert.equal(
        (await refusalOf(saveTranslations(database, [{ ...text, text: 'x' }], person(name))))
          .reason,
        'not_allowed',
        name,
      );
    const stranger = saveTranslations(database, [{ ...text, text: 'x' }], anonymous);
    assert.equal((await refusalOf(stranger)).code, '42501');
    const odd = database.as(
      person('editor'),
      (sql) => sql`select * from public.save_translations('German', '[]')`,
    );
    assert.equal((await refusalOf(odd)).reason, 'unknown_language');
    const [own] = await saveTranslations(database, [{ ...text, text: 'x' }], person('owner'));
    assert.equal(own?.outcome, 'saved');
    const [log] = await database.sql<{ actor_role: string; words: string }[]>`
      select actor_role, after ->> 'text' as words from public.audit_log
      where table_name = 'translations' order by id desc limit 1`;
    assert.deepEqual(log, { actor_role: 'owner', words: 'x' });
  });
});
