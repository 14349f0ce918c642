/**
 * Invariant: a kind that nobody wrote is an error with its name, never a mail that says nothing.
 */
import { batchMails } from './kinds/batch-mails.ts';
import { followMails } from './kinds/follow-mails.ts';
import { listMails } from './kinds/list-mails.ts';
import { accountMails } from './kinds/account-mails.ts';
import { safetyMails } from './kinds/safety-mails.ts';
import { orderMails } from './kinds/order-mails.ts';
import { staffMails } from './kinds/staff-mails.ts';
import { layOutMail, type RenderedMail } from './mail-layout.ts';
import type { MailContent } from './mail-content.ts';
import { readFields, type MailFields, type Payload } from './mail-fields.ts';

export const mailKinds: Readonly<Record<string, (fields: MailFields) => MailContent>> = {
  ...orderMails,
  ...staffMails,
  ...listMails,
  ...batchMails,
  ...followMails,
  ...accountMails,
  ...safetyMails,
};

function contentOf(kind: string, payload: Payload, shopUrl: string): MailContent {
  const write = Object.hasOwn(mailKinds, kind) ? mailKinds[kind] : undefined;
  if (write === undefined) throw new Error(`No one wrote the mail ${kind}`);
  return write(readFields(payload, shopUrl));
}

export function renderMail(kind: string, payload: Payload, shopUrl: string): RenderedMail {
  return layOutMail(contentOf(kind, payload, shopUrl), shopUrl);
}

/** What a browser shows in the place of a mail. */
export interface RenderedNotice {
  readonly title: string;
  readonly body: string;
  readonly url: string;
}

export function renderNotice(kind: string, payload: Payload, shopUrl: string): RenderedNotice {
  const { subject, preview, action, lines = [] } = contentOf(kind, payload, shopUrl);
  const [only] = lines.length === 1 ? lines : [];
  const text = only?.detail ?? preview;
  return {
    title: subject,
    body: subject.includes(text.replace(/\.$/, '')) ? '' : text,
    url: only?.url ?? action?.url ?? shopUrl,
  };
}
