/** Invariant: it stays bounded; nothing in it ever leaves this machine. */
import { randomUUID } from 'node:crypto';
import type { DeliveredMail, LocalContext } from './context.ts';

const capacity = 2000;
const sender = 'Keywright <hello@keywright.test>';

export function createMailbox(): LocalContext['mailbox'] {
  let mails: readonly DeliveredMail[] = [];
  return {
    deliver(mail) {
      const delivered = { from: sender, id: randomUUID(), ...mail, at: new Date().toISOString() };
      mails = [...mails, delivered].slice(-capacity);
      return Promise.resolve();
    },
    list: () => mails,
    clear() {
      mails = [];
    },
  };
}
