/** Invariant: the templates are the ones that a hosted project is given, filled the same way. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LocalContext } from '../context.ts';
import type { Address } from './addresses.ts';
import type { AuthSettings } from './auth-options.ts';
import type { JsonObject } from './call.ts';

export type MailKind =
  | 'confirmation'
  | 'invite'
  | 'magic-link'
  | 'recovery'
  | 'email-change'
  | 'reauthentication';

/** How the link of each mail names itself to `/verify`. */
const linkTypes: Readonly<Record<MailKind, string>> = {
  confirmation: 'signup',
  invite: 'invite',
  'magic-link': 'magiclink',
  recovery: 'recovery',
  'email-change': 'email_change',
  reauthentication: 'reauthentication',
};

interface MailContent {
  readonly token: string;
  readonly code: string;
  readonly redirectTo: string;
  /** The user's address as it is now; a change's mails go to the old and the new one. */
  readonly email: string;
  readonly newEmail?: string;
  /** What the account says of itself: a template may choose by it, by the language for one. */
  readonly data: JsonObject;
}

export interface Mailer {
  send(kind: MailKind, to: Address, content: MailContent): Promise<void>;
  linkTo(type: string, token: string, redirectTo: string): string;
}

export function createMailer(context: LocalContext, settings: AuthSettings): Mailer {
  const folder = path.join(context.settings.projectFolder, 'supabase', 'templates', 'auth');
  const linkTo = (type: string, token: string, redirectTo: string) =>
    `${context.settings.apiUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;

  async function sendMail(kind: MailKind, to: string, content: MailContent): Promise<void> {
    const values = {
      ConfirmationURL: linkTo(linkTypes[kind], content.token, content.redirectTo),
      Token: content.code,
      TokenHash: content.token,
      SiteURL: settings.siteUrl,
      Email: content.email,
      NewEmail: content.newEmail ?? '',
      RedirectTo: content.redirectTo,
    };
    const read = async (ending: string) =>
      choose(await readFile(path.join(folder, `${kind}.${ending}`), 'utf8'), content.data);
    const [html, text] = [await read('html'), await read('txt')];
    const subject = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? 'Keywright';
    await context.mailbox.deliver({
      to,
      subject: fill(subject, values, (value) => value),
      html: fill(html, values, escapeHtml),
      text: fill(text, values, (value) => value),
    });
  }

  async function sendText(phone: string, code: string): Promise<void> {
    const text = fill(settings.phoneText, { Code: code }, (value) => value);
    const html = `<!doctype html><meta name="color-scheme" content="light dark"><p style="font:1rem/1.5 system-ui,sans-serif">${escapeHtml(text)}</p>`;
    await context.mailbox.deliver({
      to: `+${phone}@sms.local`,
      subject: 'Text message',
      text,
      html,
    });
  }

  return {
    linkTo,
    send: (kind, to, content) =>
      to.kind === 'email' ? sendMail(kind, to.value, content) : sendText(to.value, content.code),
  };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);

const choice = /\{\{ if (.*?) \}\}(.*?)\{\{ end \}\}/gs;
const turns = /\{\{ else(?: if (.*?))? \}\}/;

/**
 * Of the language of Go’s templates: comparisons with what the account says, none within another.
 */
export function choose(template: string, data: JsonObject): string {
  const holds = (condition: string | undefined) => {
    if (condition === undefined) return true;
    const [, name = '', value] = /^eq \.Data\.(\w+) "(.*)"$/.exec(condition) ?? [];
    return value !== undefined && data[name] === value;
  };
  return template.replaceAll(choice, (_, first: string, rest: string) => {
    const [body = '', ...others] = rest.split(turns);
    const branches = [first, body, ...others];
    return branches.find((_text, index) => index % 2 === 1 && holds(branches[index - 1])) ?? '';
  });
}

function fill(
  template: string,
  values: Readonly<Record<string, string>>,
  escape: (value: string) => string,
): string {
  return template.replaceAll(/\{\{\s*\.(\w+)\s*\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : escape(value);
  });
}
