import assert from 'node:assert/strict';
import type { DeliveredMail } from '../../../scripts/local-supabase/context.ts';
import type { TestBackend } from '../local-backend.ts';

export interface MailReader {
  /** Every mail to an address, oldest first. */
  to(address: string): Promise<readonly DeliveredMail[]>;
  /** The newest mail to an address; fails when there is none. */
  latest(address: string): Promise<DeliveredMail>;
}

export function readMails(backend: Pick<TestBackend, 'emails'>): MailReader {
  const to = async (address: string) =>
    (await backend.emails()).filter((mail) => mail.to.toLowerCase() === address.toLowerCase());
  return {
    to,
    async latest(address) {
      const mail = (await to(address)).at(-1);
      assert(mail, `there is no mail to ${address}`);
      return mail;
    },
  };
}

export function codeIn(mail: DeliveredMail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  assert(code, `there is no code in "${mail.subject}"`);
  return code;
}

export function linkIn(mail: DeliveredMail): URL {
  const link = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(mail.text)?.[0];
  assert(link, `there is no link in "${mail.subject}"`);
  return new URL(link);
}
