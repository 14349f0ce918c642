/** Mails that prove an address are in the language that the account says of itself. */
import type { Backend } from '#shared/backend/client.ts';

declare const KEYWRIGHT_LANGUAGE: string | undefined;
/** Of the pages that ask. */
export const language = typeof KEYWRIGHT_LANGUAGE === 'undefined' ? 'en' : KEYWRIGHT_LANGUAGE;

/** Whoever saves their details is written to in the language of that page from then on. */
export async function tellLanguage({ auth }: Backend): Promise<void> {
  const { data } = await auth.getSession();
  const told: unknown = data.session?.user.user_metadata['language'] ?? 'en';
  if (told !== language) await auth.updateUser({ data: { language } });
}
