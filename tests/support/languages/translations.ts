import assert from 'node:assert/strict';
import type { Caller } from '../../../scripts/local-supabase/context.ts';
import { person, type TestSql } from '../database.ts';

export interface Text {
  readonly table_name: string;
  readonly row_id: string;
  readonly column_name: string;
  readonly source: string;
}

export interface Saved extends Text {
  readonly outcome: string;
  readonly text: string;
  readonly made_from: string;
  readonly version: number;
}

/** A question of the demo shop that no other text repeats. */
export async function oneQuestion({ sql }: TestSql, place = 0): Promise<Text> {
  const [row] = await sql<{ id: string; question: string }[]>`
    select id, question from public.faq_entries order by code offset ${place} limit 1`;
  assert.ok(row);
  return {
    table_name: 'faq_entries',
    row_id: row.id,
    column_name: 'question',
    source: row.question,
  };
}

export async function saveTranslations(
  database: TestSql,
  texts: readonly (Text & { readonly text: string; readonly version?: number })[],
  caller: Caller = person('editor'),
  takesOlder = false,
): Promise<readonly Saved[]> {
  return database.keepAs(
    caller,
    (sql) => sql<Saved[]>`
      select * from public.save_translations('de', ${JSON.stringify(texts)}::text::jsonb, ${takesOlder})`,
  );
}

export async function translate(
  database: TestSql,
  text: Text,
  words: string,
  version = 0,
): Promise<Saved> {
  const [saved] = await saveTranslations(database, [{ ...text, text: words, version }]);
  assert.ok(saved);
  return saved;
}
