import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openTestDatabase, person, refusalOf } from '../../support/database.ts';

const database = openTestDatabase();
const columns = [
  ['page_texts', 'body'],
  ['faq_entries', 'question'],
  ['faq_entries', 'answer'],
  ['legal_sections', 'plain'],
  ['legal_sections', 'body'],
  ['products', 'body'],
  ['products', 'safety_warnings'],
  ['updates', 'body'],
  ['countries', 'duties_note'],
] as const;

describe('a text that names a setting', () => {
  test('is refused where there is none of that name, in every column that is filled in', async () => {
    for (const [table, column] of columns) {
      const write = (words: string) =>
        database.as(person('owner'), async (sql) => {
          const [row] = await sql`select * from ${sql(table)} limit 1`;
          const [key] = Object.entries(row ?? {}).find(([name]) => /^(id|code)$/.test(name)) ?? [];
          await sql`reset role`;
          await sql`update ${sql(table)} set ${sql(column)} = ${words}
            where ${sql(key ?? '')} = ${row?.[key ?? ''] as string}`;
        });
      const refused = await refusalOf(write('Within {{ no_such_number }} days.'));
      assert.deepEqual([refused.code, refused.reason], ['PT422', 'unknown_setting'], table);
      assert.match(refused.message, /\{\{no_such_number\}\}/);
      if (table !== 'legal_sections') await write('Within {{ days_to_refund }} days, {{Fox}}.');
    }
  });

  test('keeps that setting', async () => {
    const refused = await refusalOf(
      database.as(
        person('owner'),
        (sql) => sql`delete from public.settings where key = 'days_to_refund'`,
      ),
    );
    assert.equal(refused.reason, 'setting_named');
  });

  test('lies in one of the columns that the build fills in', () => {
    const folder = path.join(import.meta.dirname, '../../../src/content');
    const sources = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    const filled = sources.flatMap((name) => [
      ...readFileSync(path.join(folder, name), 'utf8').matchAll(
        /\b(?:toHtml|fill)\((?:\w+\.)?(\w+)\)/g,
      ),
    ]);
    const asColumn = (name: string) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const known = new Set<string>(columns.map(([, column]) => column));
    const names = filled.map(([, name = '']) => asColumn(name)).filter((name) => name !== 'text');
    assert.ok(names.length >= 8);
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
  });
});
