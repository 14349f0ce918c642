/** The project's sign-in, as supabase/config.toml wants it and in the words of the Management API. */
import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDurationSeconds, readConfig, type SupabaseConfig } from '../local-supabase/config.ts';
import type { LiveSettings, MailServer } from './live-settings.ts';

export type AuthConfig = Readonly<Record<string, string | number | boolean>>;

const mails = [
  'confirmation',
  'invite',
  'magic_link',
  'recovery',
  'email_change',
  'reauthentication',
];
const providers = ['github', 'google'];

async function mailFields(config: SupabaseConfig, projectFolder: string): Promise<AuthConfig> {
  const fields: Record<string, string> = {};
  for (const name of mails) {
    const subject = config.at(`auth.email.template.${name}.subject`);
    const file = config.at(`auth.email.template.${name}.content_path`);
    if (typeof subject === 'string') fields[`mailer_subjects_${name}`] = subject;
    if (typeof file !== 'string') continue;
    const text = await readFile(path.join(projectFolder, file), 'utf8');
    fields[`mailer_templates_${name}_content`] = text;
  }
  return fields;
}

function serverFields(server: MailServer | null): AuthConfig {
  if (server === null) return {};
  return {
    smtp_host: server.host,
    smtp_port: String(server.port),
    smtp_user: server.user,
    smtp_pass: server.password,
    smtp_admin_email: server.from,
    smtp_sender_name: server.sender,
  };
}

/** What is on in config.toml, and off while nobody set the keys that it needs. */
function providerFields(): AuthConfig {
  const fields: Record<string, string | boolean> = {};
  for (const name of providers) {
    const prefix = `SUPABASE_AUTH_EXTERNAL_${name.toUpperCase()}`;
    const id = process.env[`${prefix}_CLIENT_ID`] ?? '';
    const secret = process.env[`${prefix}_SECRET`] ?? '';
    const isSet = id !== '' && secret !== '';
    fields[`external_${name}_enabled`] = isSet;
    if (!isSet) continue;
    fields[`external_${name}_client_id`] = id;
    fields[`external_${name}_secret`] = secret;
  }
  return fields;
}

function limitFields(config: SupabaseConfig, hasServer: boolean): AuthConfig {
  const limit = (key: string, fallback: number) =>
    config.number(`auth.rate_limit.${key}`, fallback);
  return {
    rate_limit_token_refresh: limit('token_refresh', 150),
    rate_limit_verify: limit('token_verifications', 30),
    rate_limit_otp: limit('sign_in_sign_ups', 30),
    // The platform's own server has limits of its own, which nobody may change.
    ...(hasServer ? { rate_limit_email_sent: limit('email_sent', 30) } : {}),
  };
}

export async function wantedAuthConfig(settings: LiveSettings): Promise<AuthConfig> {
  const { projectFolder, siteUrl, mailServer } = settings;
  const config = await readConfig(projectFolder);
  const flag = (key: string) => config.flag(`auth.${key}`, false);
  const seconds = (key: string) => parseDurationSeconds(config.at(`auth.${key}`), 60);
  return {
    site_url: siteUrl,
    uri_allow_list: `${siteUrl}/**`,
    jwt_exp: config.number('auth.jwt_expiry', 3600),
    disable_signup: !flag('enable_signup'),
    external_anonymous_users_enabled: flag('enable_anonymous_sign_ins'),
    security_manual_linking_enabled: flag('enable_manual_linking'),
    refresh_token_rotation_enabled: flag('enable_refresh_token_rotation'),
    security_refresh_token_reuse_interval: config.number('auth.refresh_token_reuse_interval', 10),
    password_min_length: config.number('auth.minimum_password_length', 10),
    external_email_enabled: flag('email.enabled'),
    mailer_autoconfirm: !flag('email.enable_confirmations'),
    mailer_secure_email_change_enabled: flag('email.double_confirm_changes'),
    security_update_password_require_reauthentication: flag('email.secure_password_change'),
    mailer_otp_length: config.number('auth.email.otp_length', 6),
    mailer_otp_exp: config.number('auth.email.otp_expiry', 3600),
    smtp_max_frequency: seconds('email.max_frequency'),
    // No provider of text messages is set up by this project: with one, switch it on beside its keys.
    external_phone_enabled: false,
    mfa_max_enrolled_factors: config.number('auth.mfa.max_enrolled_factors', 10),
    mfa_totp_enroll_enabled: flag('mfa.totp.enroll_enabled'),
    mfa_totp_verify_enabled: flag('mfa.totp.verify_enabled'),
    ...limitFields(config, mailServer !== null),
    ...providerFields(),
    ...serverFields(mailServer),
    ...(await mailFields(config, projectFolder)),
  };
}

const isSecret = (name: string) => name === 'smtp_pass' || name.endsWith('_secret');

/** Secrets come back as a digest, with the project's reference as its key or without one. */
export function isSameSecret(shown: unknown, value: string, ref: string): boolean {
  const keyed = createHmac('sha256', ref).update(value).digest('hex');
  const plain = createHash('sha256').update(value).digest('hex');
  return [value, keyed, plain].some((each) => each === shown);
}

/** What the project has otherwise. */
export function authDifferences(
  now: Readonly<Record<string, unknown>>,
  wanted: AuthConfig,
  ref: string,
): AuthConfig {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) =>
      isSecret(name) ? !isSameSecret(now[name], String(value), ref) : now[name] !== value,
    ),
  );
}
