/**
 * Tells a chat of what the shop's alerts say. Invariant: only the address that whoever runs the shop set as
 * a secret is called, over HTTPS, never one inside the platform's own network, and no redirect is followed.
 */
import type { Given } from '#shared/backend/given.ts';
import { isDiscord, outsideAddress, plainForChats } from '../outside-address.ts';
import { postTo, problemOf } from '../outside-call.ts';
import type { FunctionEnvironment } from '../report-error.ts';

export type WaitingAlert = Given<'claim_alerts'>[number];

const mostCharacters = 1900;

/** Null where there is none; throws where it must not be called. */
export function webhookAddress(environment: FunctionEnvironment): URL | null {
  const text = environment['ALERT_WEBHOOK_URL'] ?? '';
  if (text === '') return null;
  const url = outsideAddress(text, environment);
  if (url !== null) return url;
  throw new Error('ALERT_WEBHOOK_URL must be an https address outside the shop’s own network');
}

export function webhookBody(host: string, alerts: readonly WaitingAlert[], shopUrl: string) {
  const lines = alerts.map(
    ({ about, message }) => `• ${plainForChats(about)}: ${plainForChats(message)}`,
  );
  const text = `${lines.join('\n').slice(0, mostCharacters - shopUrl.length)}\n${shopUrl}/admin/health`;
  return isDiscord(host) ? { content: text, allowed_mentions: { parse: [] } } : { text };
}

export interface CallingDeps {
  readonly address: URL | null;
  readonly shopUrl: string;
  readonly claim: () => Promise<readonly WaitingAlert[]>;
  readonly noteCalled: (ids: readonly string[]) => Promise<void>;
  readonly send?: typeof fetch;
}

/** Gives how many alerts were told of; those that were not come up again later. */
export async function callWebhook(deps: CallingDeps): Promise<{ readonly called: number }> {
  const { address } = deps;
  if (address === null) return { called: 0 };
  const alerts = await deps.claim();
  if (alerts.length === 0) return { called: 0 };
  const body = JSON.stringify(webhookBody(address.hostname, alerts, deps.shopUrl));
  const headers = { 'content-type': 'application/json' };
  await postTo(address, { headers, body }, deps.send).catch((error: unknown) => {
    throw new Error(`The webhook for alerts: ${problemOf(error)}`, { cause: error });
  });
  await deps.noteCalled(alerts.map(({ id }) => id));
  return { called: alerts.length };
}
