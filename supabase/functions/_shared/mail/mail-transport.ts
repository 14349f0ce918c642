/** Invariant: a mail's id goes with it, so that a provider takes a repeated delivery once. */
import type { RenderedMail } from './mail-layout.ts';

export interface OutgoingMail extends RenderedMail {
  readonly id: string;
  readonly to: string;
}

export type MailTransport = (mail: OutgoingMail) => Promise<void>;
type Environment = Readonly<Record<string, string | undefined>>;

const longestWaitMs = 10_000;

/** Null when nobody would deliver: then mails wait in the outbox instead of counting as tried. */
export function createMailTransport(environment: Environment): MailTransport | null {
  const url = environment['MAIL_API_URL'];
  const key = environment['MAIL_API_KEY'];
  const from = environment['MAIL_FROM'];
  if (!url || !key || !from) return null;
  return async ({ id, to, subject, html, text, endingUrl }) => {
    const ending = endingUrl === null ? {} : { headers: { 'List-Unsubscribe': `<${endingUrl}>` } };
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body: JSON.stringify({ from, to: [to], subject, html, text, ...ending }),
      signal: AbortSignal.timeout(longestWaitMs),
    });
    const answer = await response.text();
    if (!response.ok)
      throw new Error(`The mail provider answered ${response.status}: ${answer.slice(0, 300)}`);
  };
}
