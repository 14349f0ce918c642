/**
 * Sends what waits in the outbox. Invariant: a mail is taken when it is sent and not before, so that its
 * lease of two minutes outlasts its pictures and the provider's time, however many mails wait.
 */
import type { Given } from '#shared/backend/given.ts';
import type { AddPictures } from './line-pictures.ts';
import { renderInLanguage } from './mail-languages.ts';
import type { MailTransport } from './mail-transport.ts';

export type WaitingMail = Omit<Given<'claim_mails'>[number], 'attempts'>;

export interface SendingDeps {
  readonly shopUrl: string;
  readonly deliver: MailTransport | null;
  readonly addPictures: AddPictures;
  readonly claim: (most: number) => Promise<readonly WaitingMail[]>;
  readonly noteSent: (id: string) => Promise<void>;
  readonly noteFailed: (id: string, error: string) => Promise<void>;
  readonly report: (error: unknown) => Promise<void>;
}

export interface SendingReport {
  readonly sent: number;
  readonly failed: number;
}

/** Hosts end a function that runs longer, and with it the mail that is being sent. */
const longestRunMs = 90_000;

async function sendOne(mail: WaitingMail, deliver: MailTransport, deps: SendingDeps) {
  const { id, recipient } = mail;
  try {
    const payload = await deps.addPictures(mail.payload);
    const rendered = await renderInLanguage({ ...mail, payload }, deps.shopUrl);
    if (rendered.problem !== null) await deps.report(rendered.problem);
    await deliver({ id, to: recipient, ...rendered.mail });
  } catch (error) {
    await deps.noteFailed(id, error instanceof Error ? error.message : String(error));
    return false;
  }
  // A crash before this line sends the mail again; its id lets the provider drop the repetition.
  await deps.noteSent(id);
  return true;
}

export async function sendWaitingMails(deps: SendingDeps): Promise<SendingReport> {
  const report = { sent: 0, failed: 0 };
  if (deps.deliver === null) return report;
  const endsAt = Date.now() + longestRunMs;
  while (Date.now() < endsAt) {
    const [mail] = await deps.claim(1);
    if (mail === undefined) break;
    const isSent = await sendOne(mail, deps.deliver, deps);
    report[isSent ? 'sent' : 'failed'] += 1;
  }
  return report;
}
