/** Invariant: a mail leaves in English rather than not at all; each file names what `npm run mails` wrote. */
import { renderMail } from './mail-kinds.ts';
import type { RenderedMail } from './mail-layout.ts';
import type { Payload } from './mail-fields.ts';

type Render = (kind: string, payload: Payload, shopUrl: string) => RenderedMail;
type Loaders = Readonly<Record<string, () => Promise<{ readonly renderMail: Render }>>>;

const written: Loaders = { de: () => import('./languages/de.ts') };

export interface MailToRender {
  readonly kind: string;
  readonly payload: Payload;
  readonly language: string;
}

/** Also says what kept it from the language that was asked for; null where nothing did. */
export async function renderInLanguage(
  { kind, payload, language }: MailToRender,
  shopUrl: string,
  languages: Loaders = written,
): Promise<{ readonly mail: RenderedMail; readonly problem: unknown }> {
  let problem: unknown = null;
  if (language !== 'en') {
    try {
      const load = Object.hasOwn(languages, language) ? languages[language] : undefined;
      if (load === undefined) throw new Error(`No one wrote mails in ${language}`);
      return { mail: (await load()).renderMail(kind, payload, shopUrl), problem };
    } catch (error) {
      problem = error;
    }
  }
  return { mail: renderMail(kind, payload, shopUrl), problem };
}
