/**
 * The hosted project as a deployment sees it. Invariant: what is asked for once is remembered, and what is
 * not there yet is said in one sentence.
 */
import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { connect } from '../database-connection.ts';
import { liveFile, type LiveSettings } from './live-settings.ts';
import { createManagement, fieldsOf, rowsOf, textOf, type Management } from './management-api.ts';

/** Something that a step needs and that no setting names. */
export class NotThere extends Error {}

export interface ProjectKeys {
  readonly publishableKey: string;
  readonly secretKey: string;
}

export interface LiveProject {
  readonly settings: LiveSettings;
  readonly management: Management;
  /** Under `/projects/<ref>`. */
  path(rest: string): string;
  ref(): string;
  apiUrl(): string;
  keys(): Promise<ProjectKeys>;
  databaseUrl(): Promise<string>;
  /** As the role that the platform gives, which is no superuser. */
  sql(): Promise<Sql>;
  create(): Promise<string>;
  close(): Promise<void>;
}

const longestStartMs = 10 * 60_000;

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= work();
    asked.catch(() => {
      asked = undefined;
    });
    return asked;
  };
}

export function createLiveProject(settings: LiveSettings): LiveProject {
  const management = createManagement(settings.managementUrl, settings.accessToken);
  let made = { ref: settings.ref, password: settings.databasePassword };
  const opened: Sql[] = [];

  const ref = () => {
    if (settings.accessToken === '')
      throw new NotThere('SUPABASE_ACCESS_TOKEN is not set: make one in the account’s settings.');
    if (made.ref === '')
      throw new NotThere(
        'There is no project yet: set SUPABASE_PROJECT_REF, or SUPABASE_ORGANIZATION to have one made.',
      );
    return made.ref;
  };
  const under = (rest: string) => `/projects/${ref()}${rest}`;
  const keys = once(() => readKeys(settings, management, under));
  const databaseUrl = once(() => databaseAddress(settings, management, under, made.password));
  const sql = once(async () => {
    const client = connect(await databaseUrl());
    opened.push(client);
    return client;
  });
  return {
    settings,
    management,
    path: under,
    ref,
    apiUrl: () => settings.apiUrl || `https://${ref()}.supabase.co`,
    keys,
    databaseUrl,
    sql,
    async create() {
      made = await createProject(settings, management);
      return made.ref;
    },
    async close() {
      await Promise.all(opened.map((client) => client.end({ timeout: 5 })));
    },
  };
}

async function databaseAddress(
  settings: LiveSettings,
  management: Management,
  under: (rest: string) => string,
  password: string,
): Promise<string> {
  if (settings.databaseUrl !== '') return settings.databaseUrl;
  if (password === '')
    throw new NotThere(
      'SUPABASE_DB_PASSWORD (or SUPABASE_DB_URL) is not set: the password of the project’s database.',
    );
  const [pooler] = rowsOf(await management.get(under('/config/database/pooler')));
  const [user, host, name] = ['db_user', 'db_host', 'db_name'].map((key) => textOf(pooler?.[key]));
  if (!user || !host)
    throw new NotThere('The platform names no address of the database: set SUPABASE_DB_URL.');
  // Sessions, and not single transactions: migrations lock and wait.
  return `postgresql://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:5432/${name || 'postgres'}`;
}

async function readKeys(
  { publishableKey, secretKey }: LiveSettings,
  management: Management,
  under: (rest: string) => string,
): Promise<ProjectKeys> {
  if (publishableKey !== '' && secretKey !== '') return { publishableKey, secretKey };
  const find = async (kind: 'publishable' | 'secret') => {
    const known = rowsOf(await management.get(under('/api-keys?reveal=true')));
    const key = known.find(({ type }) => type === kind);
    if (key !== undefined) return textOf(key['api_key']);
    const body = { type: kind, name: 'default' };
    const added = await management.send('POST', under('/api-keys?reveal=true'), body);
    return textOf(fieldsOf(added)['api_key']);
  };
  return {
    publishableKey: publishableKey || (await find('publishable')),
    secretKey: secretKey || (await find('secret')),
  };
}

async function createProject(
  settings: LiveSettings,
  management: Management,
): Promise<{ readonly ref: string; readonly password: string }> {
  const password = settings.databasePassword || randomBytes(24).toString('base64url');
  const { organization, region, projectFolder } = settings;
  const answer = await management.send('POST', '/projects', {
    name: 'keywright',
    organization_slug: organization,
    region,
    db_pass: password,
  });
  const ref = textOf(fieldsOf(answer)['ref'] ?? fieldsOf(answer)['id']);
  // Before anything else can fail: without it nobody could reach what was made.
  const lines = `\nSUPABASE_PROJECT_REF=${ref}\nSUPABASE_DB_PASSWORD=${password}\n`;
  await appendFile(path.join(projectFolder, liveFile), lines, { mode: 0o600 });
  const endsAt = Date.now() + longestStartMs;
  while (Date.now() < endsAt) {
    const { status } = fieldsOf(await management.get(`/projects/${ref}`));
    if (status === 'ACTIVE_HEALTHY') return { ref, password };
    await sleep(5000);
  }
  throw new NotThere(`The project ${ref} is made and not ready yet: run this again in a while.`);
}
