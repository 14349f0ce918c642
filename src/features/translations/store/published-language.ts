import { languageName } from '#languages/languages.ts';
/** Whether the pages in a language are published: a setting of the shop, which owners change. */
import { atom } from 'nanostores';
import { insertDeskRow, readDeskRows, updateDeskRow } from '#desk-kit/api/desk-rows.ts';
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import { notify } from '#desk-kit/store/desk-notices.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import { languageSetting } from '#languages/language-setting.ts';
import { unanswered } from '#shared/backend/errors.ts';

const source = { table: 'settings', columns: 'key,value,version', key: ['key'] } as const;
type Setting = DeskRow<ValuesOf<'settings', typeof source.columns>>;

export type PublishedLanguage =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  /** Its row is there once somebody has decided. */
  | { readonly status: 'ready'; readonly isPublished: boolean; readonly row: Setting | null };

export const $publishedLanguage = atom<PublishedLanguage>({ status: 'loading' });

/** Quietly: what is shown stays until it was read again. */
export async function readPublished(language: string, isQuiet = false): Promise<void> {
  const conditions = [{ column: 'key', operator: 'eq', value: languageSetting(language) }];
  const found = await readDeskRows({ ...source, conditions }).catch(unanswered);
  if (!found.ok) {
    if (isQuiet && staysShown(found.error)) return;
    $publishedLanguage.set({ status: 'failed', message: askedAgain(found.error) });
    return;
  }
  const [row = null] = found.value;
  const isPublished = (row?.values.value ?? 0) > 0;
  $publishedLanguage.set({ status: 'ready', isPublished, row });
}

async function write(language: string, isPublished: boolean): Promise<string | null> {
  const state = $publishedLanguage.get();
  if (state.status !== 'ready') return 'Not saved. Try again.';
  const value = isPublished ? 1 : 0;
  const key = languageSetting(language);
  const meaning = `1 publishes the pages of the shop in ${languageName(language)}.`;
  const { row } = state;
  const problem =
    row === null
      ? await insertDeskRow('settings', { key, value, unit: 'count', meaning }, source.key)
          .catch(unanswered)
          .then((added) => (added.ok ? null : askedAgain(added.error)))
      : await updateDeskRow(source, row, { value })
          .catch(unanswered)
          .then((back) => {
            if (!back.ok) return askedAgain(back.error);
            return back.value.changed ? null : 'Someone else has changed this in the meantime.';
          });
  await readPublished(language, true);
  return problem;
}

/** Gives what went wrong, or null. */
export async function publishLanguage(
  language: string,
  isPublished: boolean,
): Promise<string | null> {
  const problem = await write(language, isPublished);
  const name = languageName(language);
  if (problem === null) {
    const words = isPublished
      ? `${name} is published with the next publishing.`
      : `Pages in ${name} go with the next publishing.`;
    notify(words, () => write(language, !isPublished));
  }
  return problem;
}
