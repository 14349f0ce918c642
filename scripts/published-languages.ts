import { languageSetting } from '../src/languages/language-setting.ts';
import { furtherLanguages, type Language } from '../src/languages/languages.ts';
import { siteEnvironment, type Settings } from './settings.ts';

/** Those beside the first that the owner publishes the shop in. Pages can't be made without the answer. */
export async function publishedLanguages(settings: Settings): Promise<readonly Language[]> {
  const { PUBLIC_SUPABASE_URL: url = '', PUBLIC_SUPABASE_PUBLISHABLE_KEY: apikey = '' } =
    siteEnvironment(settings);
  const asked = `${url}/rest/v1/settings?select=key,value&key=like.${languageSetting('*')}`;
  const answer = await fetch(asked, { headers: { apikey }, signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`The shop's languages can't be read: ${answer.status}`);
  const rows = (await answer.json()) as readonly { readonly key: string; readonly value: number }[];
  const on = new Set(rows.flatMap(({ key, value }) => (value > 0 ? [key] : [])));
  return furtherLanguages.filter(({ code }) => on.has(languageSetting(code)));
}
