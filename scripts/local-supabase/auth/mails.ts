/** Invariant: the templates are the ones that a hosted project is given, filled the same way. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LocalContext } from '../context.ts';
import type { Address } from './addresses.ts';
import type { AuthSettings } from './auth-options.ts';

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
    const html = await readFile(path.join(folder, `${kind}.html`), 'utf8');
    const text = await readFile(path.join(folder, `${kind}.txt`), 'utf8');
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
