/**
 * The texts of the demo shop in German. The shop is not published in it before its owner says so. What is
 * the same in both languages, as most names are, is not in the file.
 */
import postgres from 'postgres';
import german from './german.json' with { type: 'json' };
import { noteFilling } from '../local-supabase/seeds.ts';

/** Over a connection of its own, as the database's superuser. */
export async function makeGerman(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice() {} });
  const [texts, words] = [Object.keys(german), Object.values(german)];
  try {
    await sql.begin(async (transaction) => {
      // The shop was opened with them: the activity log is of what people did since.
      await transaction`set local session_replication_role = replica`;
      await transaction`
        insert into public.translations (language, table_name, row_id, column_name, text, source)
        select 'de', s.table_name, s.row_id, s.column_name, coalesce(known.words, s.text), s.text
        from private.source_texts s
        left join unnest(${texts}::text[], ${words}::text[]) as known (text, words) on known.text = s.text
        where btrim(s.text) <> ''
        on conflict do nothing`;
      await noteFilling(transaction, 'german');
    });
  } finally {
    await sql.end();
  }
}
