/**
 * What the desk may know of the providers' keys: which are set, and whether they move money. The keys
 * themselves are secrets of the functions and never leave them. Owners alone.
 */
import { answer, nothing, refuse } from '../_shared/browser-answers.ts';
import {
  keyStateOf,
  type ConnectionAnswer,
  type KeyState,
  type PaymentProvider,
} from '../_shared/payments/provider.ts';
import type { FunctionEnvironment } from '../_shared/report-error.ts';

export interface PaymentSettingsDeps {
  readonly environment: FunctionEnvironment;
  readonly providers: Readonly<Record<string, PaymentProvider>>;
  readonly webhookUrl: string;
  /** Null for whoever does not work here, or has not proven who they are. */
  readonly roleOf: (authorization: string) => Promise<string | null>;
  readonly noteKeys: (states: Readonly<Record<string, KeyState>>) => Promise<unknown>;
}

interface ProviderSettings {
  readonly code: string;
  readonly state: KeyState;
  readonly keys: readonly { readonly name: string; readonly isSet: boolean }[];
  readonly canTry: boolean;
}

function settingsOf(
  code: string,
  provider: PaymentProvider,
  environment: FunctionEnvironment,
): ProviderSettings {
  return {
    code,
    state: keyStateOf(provider, environment),
    keys: provider.keys.map((name) => ({ name, isSet: Boolean(environment[name]) })),
    canTry: provider.tryConnection !== undefined,
  };
}

async function connection(
  code: unknown,
  { providers, environment, webhookUrl }: PaymentSettingsDeps,
): Promise<ConnectionAnswer | null> {
  if (typeof code !== 'string' || !Object.hasOwn(providers, code)) return null;
  return (await providers[code]?.tryConnection?.(environment, webhookUrl)) ?? null;
}

export async function handlePaymentSettings(
  request: Request,
  deps: PaymentSettingsDeps,
): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  if ((await deps.roleOf(request.headers.get('authorization') ?? '')) !== 'owner')
    return refuse(403, 'not_allowed', 'Only an owner of the shop can see this.');
  const body: unknown = await request.json().catch(() => null);
  const { try: tried } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const settings = Object.entries(deps.providers).map(([code, provider]) =>
    settingsOf(code, provider, deps.environment),
  );
  await deps.noteKeys(Object.fromEntries(settings.map(({ code, state }) => [code, state])));
  return answer(200, {
    webhook_url: deps.webhookUrl,
    providers: settings,
    connection: await connection(tried, deps),
  });
}
