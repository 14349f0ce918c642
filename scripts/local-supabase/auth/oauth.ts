/**
 * Invariant: a callback counts only with a state that this server signed and has not seen return;
 * where the browser ends up was checked before it left.
 */
import { isSameSecret } from '../same-secret.ts';
import { requireUser } from './authenticate.ts';
import { type AuthCall, type AuthHandler, type AuthParts, type Database, isUuid } from './call.ts';
import { AuthFailure, fail, failValidation, redirect, reply } from './errors.ts';
import { accountOf } from './external-accounts.ts';
import {
  type FlowState,
  issueAuthCode,
  parseChallenge,
  providerTokens,
  startFlow,
} from './flow-states.ts';
import {
  type ProviderName,
  type ProviderTokens,
  authorizeUrl,
  exchangeProviderCode,
  fetchProfile,
  isProviderName,
} from './oauth-providers.ts';
import { isKnownProvider } from './project-routes.ts';
import { redirectOf, withFragment, withQuery } from './redirects.ts';
import { openSession } from './sessions.ts';
import { failureRedirect, sessionParameters } from './verify.ts';

const flowMinutes = 10;

function requireProvider(parts: AuthParts, name: string) {
  if (!isKnownProvider(name)) {
    return failValidation(`Unsupported provider: Provider ${name} could not be found`);
  }
  const options = isProviderName(name) ? parts.settings.providers[name] : undefined;
  if (!isProviderName(name) || !options) {
    return failValidation('Unsupported provider: provider is not enabled');
  }
  return { name, options };
}

const callbackUrl = (parts: AuthParts): string =>
  `${parts.context.settings.apiUrl}/auth/v1/callback`;

const signState = (parts: AuthParts, flowId: string): string =>
  `${flowId}.${parts.secrets.sign('state', flowId)}`;

async function providerRedirect(
  parts: AuthParts,
  call: AuthCall,
  linkingTo: string | null,
): Promise<string> {
  const query = (name: string) => call.url.searchParams.get(name) ?? '';
  const { name, options } = requireProvider(parts, query('provider'));
  const flowId = await startFlow(parts.context.sql, {
    userId: null,
    challenge: parseChallenge(query('code_challenge'), query('code_challenge_method')),
    provider: name,
    method: 'oauth',
    linkingTo,
    redirectTo: redirectOf(call, parts.settings),
  });
  const state = signState(parts, flowId);
  return authorizeUrl(name, options, {
    callback: callbackUrl(parts),
    state,
    scopes: query('scopes'),
  });
}

export const authorize: AuthHandler = async (parts, call) =>
  redirect(await providerRedirect(parts, call, null), 302);

export const linkIdentity: AuthHandler = async (parts, call) => {
  const { user } = await requireUser(parts, call);
  if (!parts.settings.manualLinkingEnabled) {
    return fail(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  const url = await providerRedirect(parts, call, user.id);
  const skip = call.url.searchParams.get('skip_http_redirect') === 'true';
  return skip ? reply(200, { url }) : redirect(url, 302);
};

export const oauthCallback: AuthHandler = async (parts, call) => {
  const flow = await takeFlow(parts, call.url.searchParams.get('state') ?? '');
  const target = flow.referrer ?? parts.settings.siteUrl;
  try {
    return redirect(await finishFlow(parts, call, flow, target));
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    return redirect(failureRedirect(error, target, flow.code_challenge !== null));
  }
};

/** A state is taken out when it returns, so it can't return twice. */
async function takeFlow(parts: AuthParts, state: string): Promise<FlowState> {
  const flowId = state.split('.')[0] ?? '';
  if (!isSameSecret(state, signState(parts, flowId)) || !isUuid(flowId)) {
    return fail(400, 'bad_oauth_state', 'OAuth state is invalid');
  }
  const [flow] = await parts.context.sql<FlowState[]>`
    update auth.flow_state set provider_type = provider_type || ' returned', updated_at = now()
    where id = ${flowId} and provider_type in ('github', 'google')
      and created_at > now() - make_interval(mins => ${flowMinutes})
    returning *, split_part(provider_type, ' ', 1) as provider_type`;
  return flow ?? fail(400, 'bad_oauth_state', 'OAuth state not found or expired');
}

async function finishFlow(
  parts: AuthParts,
  call: AuthCall,
  flow: FlowState,
  target: string,
): Promise<string> {
  const refused = call.url.searchParams.get('error');
  if (refused) {
    fail(403, 'access_denied', call.url.searchParams.get('error_description') ?? refused);
  }
  const code = call.url.searchParams.get('code');
  if (!code)
    return fail(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code');
  const { name, options } = requireProvider(parts, flow.provider_type);
  const { tokens, profile } = await askProvider(parts, name, options, code);
  return parts.context.sql.begin(async (sql) => {
    const user = await accountOf(parts, sql, call, profile, flow.linking_target_id);
    await keepProviderTokens(sql, flow, tokens);
    if (flow.code_challenge !== null) {
      return withQuery(target, { code: await issueAuthCode(sql, flow.id, user.id) });
    }
    await sql`delete from auth.flow_state where id = ${flow.id}`;
    const session = await openSession(parts, sql, user.id, 'oauth', call);
    const shown = providerTokens({
      ...flow,
      provider_access_token: tokens.accessToken,
      provider_refresh_token: tokens.refreshToken,
    });
    return withFragment(target, { ...sessionParameters(session), ...shown });
  });
}

async function askProvider(
  parts: AuthParts,
  name: ProviderName,
  options: Parameters<typeof exchangeProviderCode>[1],
  code: string,
) {
  try {
    const tokens = await exchangeProviderCode(name, options, code, callbackUrl(parts));
    return { tokens, profile: await fetchProfile(name, options, tokens.accessToken) };
  } catch (error) {
    if (error instanceof AuthFailure) throw error;
    parts.context.log(
      `Signing in with ${name} failed: ${error instanceof Error ? error.message : 'unknown'}`,
    );
    return fail(500, 'unexpected_failure', `Unable to exchange external code with ${name}`);
  }
}

async function keepProviderTokens(
  sql: Database,
  flow: FlowState,
  tokens: ProviderTokens,
): Promise<void> {
  await sql`
    update auth.flow_state
    set provider_access_token = ${tokens.accessToken}, provider_refresh_token = ${tokens.refreshToken}
    where id = ${flow.id}`;
}
