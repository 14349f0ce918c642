import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { readConfig } from '../config.ts';
import type { LocalSettings } from '../context.ts';
import { deployHookUrl } from '../deploy-hook.ts';
import { demoPaymentSecret, demoPaymentUrl } from '../demo-payments.ts';

const functionName = /^[A-Za-z0-9][\w-]*$/;

export function isFunction(folder: string, name: string): boolean {
  return functionName.test(name) && existsSync(path.join(folder, name, 'index.ts'));
}

/** Read anew for each call: a changed config.toml counts at once. */
export async function readRules(
  projectFolder: string,
  name: string,
): Promise<{ readonly isEnabled: boolean; readonly verifiesToken: boolean }> {
  const config = await readConfig(projectFolder);
  return {
    isEnabled: config.flag(`functions.${name}.enabled`, true),
    verifiesToken: config.flag(`functions.${name}.verify_jwt`, true),
  };
}

/** A key of a live shop moves money: here it counts beside the address of a stand-in alone. A provider's file has its name. */
async function paymentSettings(folder: string): Promise<Record<string, string>> {
  const payments = path.join(folder, '_shared/payments');
  const files = existsSync(payments) ? await readdir(payments) : [];
  const prefixes = files
    .map((file) => `${path.parse(file).name.toUpperCase()}_`)
    .filter((prefix) => process.env[`${prefix}API_URL`]);
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value && prefixes.some((prefix) => name.startsWith(prefix)) ? [[name, value]] : [],
    ),
  );
}

export async function readEnvironment(
  folder: string,
  settings: LocalSettings,
): Promise<Record<string, string>> {
  const file = path.join(folder, '.env');
  const secrets = existsSync(file) ? parseEnv(await readFile(file, 'utf8')) : {};
  const own = Object.entries(secrets).filter(
    // As the CLI does: the platform's names are the platform's alone.
    (entry): entry is [string, string] =>
      !entry[0].startsWith('SUPABASE_') && entry[1] !== undefined,
  );
  const database = new URL(settings.databaseUrl);
  database.username = 'postgres';
  database.password = 'postgres';
  return {
    // The mailbox takes mails in the shape of the provider that a hosted shop names here.
    MAIL_API_URL: `${settings.apiUrl}/_local/emails`,
    MAIL_API_KEY: settings.secretKey,
    MAIL_FROM: 'Keywright <hello@keywright.test>',
    SITE_URL: settings.siteUrl,
    // Functions report where the site does; their own `.env` may name another place.
    SENTRY_DSN: process.env['PUBLIC_SENTRY_DSN'] ?? '',
    ALERT_WEBHOOK_URL: process.env['ALERT_WEBHOOK_URL'] ?? '',
    CAPTCHA_PROVIDER: process.env['PUBLIC_CAPTCHA_PROVIDER'] ?? '',
    CAPTCHA_SECRET_KEY: process.env['CAPTCHA_SECRET_KEY'] ?? '',
    CAPTCHA_API_URL: process.env['CAPTCHA_API_URL'] ?? '',
    ...(await paymentSettings(folder)),
    VIES_API_URL: process.env['VIES_API_URL'] ?? '',
    DEMO_PAYMENT_URL: demoPaymentUrl(settings),
    DEMO_PAYMENT_SECRET: demoPaymentSecret(settings),
    // Whoever started this backend builds the site, unless .env names another builder.
    DEPLOY_HOOK_URL: deployHookUrl(settings),
    ...Object.fromEntries(own),
    SUPABASE_URL: settings.apiUrl,
    SUPABASE_ANON_KEY: settings.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: settings.secretKey,
    SUPABASE_PUBLISHABLE_KEY: settings.publishableKey,
    SUPABASE_SECRET_KEY: settings.secretKey,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: settings.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: settings.secretKey }),
    SUPABASE_DB_URL: database.href,
    SB_REGION: 'local',
  };
}
