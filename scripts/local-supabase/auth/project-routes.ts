/** Invariant: what isn't configured answers as a hosted project without it does. */
import { type AuthHandler, textField } from './call.ts';
import { fail, failValidation, reply } from './errors.ts';

const knownProviders = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
] as const;

export const isKnownProvider = (name: string): boolean =>
  knownProviders.some((known) => known === name);

export const showSettings: AuthHandler = (parts) => {
  const { settings } = parts;
  const enabled = new Set(Object.keys(settings.providers));
  return Promise.resolve(
    reply(200, {
      external: {
        anonymous_users: false,
        ...Object.fromEntries(knownProviders.map((name) => [name, enabled.has(name)])),
        email: settings.emailEnabled,
        phone: settings.phoneEnabled,
      },
      disable_signup: !settings.signUpEnabled,
      mailer_autoconfirm: !settings.emailConfirmations,
      phone_autoconfirm: !settings.phoneConfirmations,
      sms_provider: 'mailbox',
      saml_enabled: false,
      passkeys_enabled: false,
    }),
  );
};

export const showHealth: AuthHandler = async (parts) => {
  await parts.context.sql`select 1`;
  return reply(200, {
    version: 'embedded',
    name: 'GoTrue',
    description: 'Keywright embedded auth',
  });
};

/** Tokens are signed with a shared secret, so there is no public key to show. */
export const showKeys: AuthHandler = () =>
  Promise.resolve(reply(200, { keys: [] }, { 'cache-control': 'public, max-age=600' }));

export const signInWithSso: AuthHandler = (_parts, call) => {
  const domain = textField(call.body, 'domain');
  const provider = textField(call.body, 'provider_id');
  if (domain !== '' && provider !== '') {
    return failValidation('Only one of provider_id or domain supported');
  }
  if (domain === '' && provider === '') {
    return failValidation('A provider_id or domain needs to be provided');
  }
  return fail(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
};

export const refuseSaml: AuthHandler = () =>
  fail(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');

export const refusePasskeys: AuthHandler = () =>
  fail(404, 'passkey_disabled', 'Passkeys are disabled');

export const refuseOAuthServer: AuthHandler = () =>
  fail(404, 'feature_disabled', 'The OAuth server is disabled');
