/**
 * Invariant: a mail or notice leaves in English rather than not at all; each file names what `npm run mails`
 * wrote.
 */
import * as english from './mail-kinds.ts';
import type { RenderedNotice } from './mail-kinds.ts';
import type { RenderedMail } from './mail-layout.ts';
import type { Payload } from './mail-fields.ts';

type Render<Rendered> = (kind: string, payload: Payload, shopUrl: string) => Rendered;

interface Written {
  readonly renderMail: Render<RenderedMail>;
  readonly renderNotice: Render<RenderedNotice>;
}

type Loaders = Readonly<Record<string, () => Promise<Written>>>;

const written: Loaders = { de: () => import('./languages/de.ts') };

export interface MailToRender {
  readonly kind: string;
  readonly payload: Payload;
  readonly language: string;
}

async function inLanguage<Rendered>(
  language: string,
  render: (texts: Written) => Rendered,
  languages: Loaders,
): Promise<{ readonly rendered: Rendered; readonly problem: unknown }> {
  let problem: unknown = null;
  if (language !== 'en') {
    try {
      const load = Object.hasOwn(languages, language) ? languages[language] : undefined;
      if (load === undefined) throw new Error(`No one wrote mails in ${language}`);
      return { rendered: render(await load()), problem };
    } catch (error) {
      problem = error;
    }
  }
  return { rendered: render(english), problem };
}

/** Also says what kept it from the language that was asked for; null where nothing did. */
export async function renderInLanguage(
  { kind, payload, language }: MailToRender,
  shopUrl: string,
  languages: Loaders = written,
): Promise<{ readonly mail: RenderedMail; readonly problem: unknown }> {
  const { rendered, problem } = await inLanguage(
    language,
    ({ renderMail }) => renderMail(kind, payload, shopUrl),
    languages,
  );
  return { mail: rendered, problem };
}

export async function noticeInLanguage(
  { kind, payload, language }: MailToRender,
  shopUrl: string,
): Promise<RenderedNotice> {
  const render = ({ renderNotice }: Written) => renderNotice(kind, payload, shopUrl);
  return (await inLanguage(language, render, written)).rendered;
}
