/** What the owner of a live shop says about it: the environment, and the file .env.live beside the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadEnvFile } from 'node:process';
import { SettingWrong } from '../settings.ts';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly sender: string;
}

export interface LiveSettings {
  readonly projectFolder: string;
  readonly managementUrl: string;
  readonly accessToken: string;
  /** Empty until the project is made. */
  readonly ref: string;
  readonly organization: string;
  readonly region: string;
  readonly siteUrl: string;
  /** Where the project's services answer; empty for the platform's own address of the project. */
  readonly apiUrl: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly databaseUrl: string;
  readonly databasePassword: string;
  readonly ownerEmail: string;
  /** Null without one: then the platform's own server sends a few mails an hour, to members of the project. */
  readonly mailServer: MailServer | null;
}

export const defaultManagementUrl = 'https://api.supabase.com';
export const liveFile = '.env.live';

/** What is in the environment already counts. */
export function loadLiveFile(projectFolder: string): void {
  const file = path.join(projectFolder, liveFile);
  if (existsSync(file)) loadEnvFile(file);
}

const read = (name: string): string => (process.env[name] ?? '').trim();

function readUrl(name: string): string {
  const text = read(name).replace(/\/+$/, '');
  if (text !== '' && !URL.canParse(text))
    throw new SettingWrong(`${name} is "${text}", which is no address.`);
  return text;
}

function readMailServer(): MailServer | null {
  const host = read('SMTP_HOST');
  if (host === '') return null;
  const port = Number(read('SMTP_PORT') || '587');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new SettingWrong(`SMTP_PORT is "${read('SMTP_PORT')}", and a port is a number.`);
  const from = read('SMTP_FROM');
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(from))
    throw new SettingWrong('SMTP_FROM is the plain address that sign-in mails come from.');
  const [user, password] = [read('SMTP_USER'), read('SMTP_PASSWORD')];
  return { host, port, user, password, from, sender: read('SMTP_SENDER') || 'Keywright' };
}

export function readLiveSettings(projectFolder: string): LiveSettings {
  const ref = read('SUPABASE_PROJECT_REF');
  if (ref !== '' && !/^[a-z]{20}$/.test(ref))
    throw new SettingWrong(
      `SUPABASE_PROJECT_REF is "${ref}": the reference of a project is the twenty letters in its address.`,
    );
  return {
    projectFolder,
    managementUrl: readUrl('SUPABASE_MANAGEMENT_URL') || defaultManagementUrl,
    accessToken: read('SUPABASE_ACCESS_TOKEN'),
    ref,
    organization: read('SUPABASE_ORGANIZATION'),
    region: read('SUPABASE_REGION') || 'eu-central-1',
    siteUrl: readUrl('SITE_URL'),
    apiUrl: readUrl('PUBLIC_SUPABASE_URL'),
    publishableKey: read('PUBLIC_SUPABASE_PUBLISHABLE_KEY'),
    secretKey: read('SUPABASE_SECRET_KEY'),
    databaseUrl: read('SUPABASE_DB_URL'),
    databasePassword: read('SUPABASE_DB_PASSWORD'),
    ownerEmail: read('KEYWRIGHT_OWNER'),
    mailServer: readMailServer(),
  };
}
