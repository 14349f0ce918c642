import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveredMail } from '../../../scripts/local-supabase/context.ts';
import { embeddedKeys } from '../../../scripts/settings.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export function newAddress(name = 'person'): string {
  return `${name}-${randomUUID().slice(0, 13)}@people.test`;
}

/** Somebody whose address is confirmed, made without clicking through the sign-up. */
export async function makePerson(apiUrl: string, name?: string): Promise<Person> {
  const email = newAddress(name);
  const password = `Quiet-keys-${randomUUID().slice(0, 8)}`;
  const answer = await fetch(`${apiUrl}/auth/v1/admin/users`, {
    method: 'POST',
    headers: {
      apikey: embeddedKeys.secretKey,
      authorization: `Bearer ${embeddedKeys.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email, password, email_confirm: true }),
  });
  const user = (await answer.json()) as { readonly id?: string; readonly msg?: string };
  if (!answer.ok || user.id === undefined) throw new Error(`no person: ${JSON.stringify(user)}`);
  return { id: user.id, email, password };
}

export async function mailsTo(apiUrl: string, address: string): Promise<readonly DeliveredMail[]> {
  const answer = await fetch(`${apiUrl}/_local/emails`);
  const mails = (await answer.json()) as readonly DeliveredMail[];
  return mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase());
}

/** The newest mail once so many have come, or the one whose subject says so, in whatever order they come. */
export async function awaitMail(
  apiUrl: string,
  address: string,
  wanted: number | string = 1,
): Promise<DeliveredMail> {
  for (let tries = 0; tries < 100; tries += 1) {
    const mails = await mailsTo(apiUrl, address);
    const found =
      typeof wanted === 'string'
        ? mails.findLast(({ subject }) => subject.includes(wanted))
        : mails[Math.max(mails.length, wanted) - 1];
    if (found) return found;
    await wait(100);
  }
  throw new Error(`no mail to ${address}: ${wanted}`);
}
