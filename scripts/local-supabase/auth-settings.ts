import type {
  AuthOptions,
  OAuthProviderOptions,
  PasswordRequirements,
} from './auth/auth-options.ts';
import { parseDurationSeconds, type SupabaseConfig } from './config.ts';

/** The mailbox is this machine's own: a minute between two mails would protect nobody. */
const longestWaitSeconds = 1;

const requirements = new Map<unknown, PasswordRequirements>([
  ['letters_digits', 'letters_digits'],
  ['lower_upper_letters_digits', 'lower_upper_letters_digits'],
  ['lower_upper_letters_digits_symbols', 'lower_upper_letters_digits_symbols'],
]);

function readProvider(
  config: SupabaseConfig,
  name: 'github' | 'google',
): Partial<Record<'github' | 'google', OAuthProviderOptions>> {
  const prefix = `SUPABASE_AUTH_EXTERNAL_${name.toUpperCase()}`;
  const clientId = process.env[`${prefix}_CLIENT_ID`] ?? '';
  const secret = process.env[`${prefix}_SECRET`] ?? '';
  if (clientId === '' || secret === '') return {};
  const url = config.at(`auth.external.${name}.url`);
  return { [name]: { clientId, secret, ...(typeof url === 'string' ? { url } : {}) } };
}

export function readAuthOptions(config: SupabaseConfig): AuthOptions {
  const wait = (key: string) =>
    Math.min(parseDurationSeconds(config.at(key), longestWaitSeconds), longestWaitSeconds);
  const smsText = config.at('auth.sms.template');
  return {
    redirectUrls: config.list('auth.additional_redirect_urls'),
    signUpEnabled: config.flag('auth.enable_signup', true),
    manualLinkingEnabled: config.flag('auth.enable_manual_linking', false),
    accessTokenSeconds: config.number('auth.jwt_expiry', 3600),
    refreshReuseSeconds: config.number('auth.refresh_token_reuse_interval', 10),
    passwordLength: config.number('auth.minimum_password_length', 10),
    passwordRequirements: requirements.get(config.at('auth.password_requirements')) ?? '',
    emailEnabled: config.flag('auth.email.enable_signup', true),
    emailConfirmations: config.flag('auth.email.enable_confirmations', true),
    doubleConfirmChanges: config.flag('auth.email.double_confirm_changes', true),
    securePasswordChange: config.flag('auth.email.secure_password_change', false),
    emailFrequencySeconds: wait('auth.email.max_frequency'),
    codeLength: config.number('auth.email.otp_length', 6),
    emailCodeSeconds: config.number('auth.email.otp_expiry', 3600),
    phoneEnabled: config.flag('auth.sms.enable_signup', true),
    phoneConfirmations: config.flag('auth.sms.enable_confirmations', true),
    phoneFrequencySeconds: wait('auth.sms.max_frequency'),
    ...(typeof smsText === 'string' ? { phoneText: smsText } : {}),
    maxFactors: config.number('auth.mfa.max_enrolled_factors', 10),
    totpEnabled: config.flag('auth.mfa.totp.enroll_enabled', true),
    providers: { ...readProvider(config, 'github'), ...readProvider(config, 'google') },
  };
}
