/**
 * What it takes for a shop to be live, in its order. Invariant: a step looks before it acts, and does nothing
 * where nothing is missing, so that a second deployment changes nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sql } from 'postgres';
import { buildSite, findBuiltSite } from '../build-site.ts';
import { hasOwner, nameFirstOwner } from '../first-owner.ts';
import { applyMigrations, migrationNames } from '../local-supabase/migrate.ts';
import { findUnreleased } from '../migrations.ts';
import { readSettings } from '../settings.ts';
import { authDifferences, wantedAuthConfig } from './auth-config.ts';
import { keyStateOf } from '../../supabase/functions/_shared/payments/provider.ts';
import { stripe } from '../../supabase/functions/_shared/payments/stripe.ts';
import { changedSecrets, wantedSecrets } from './function-secrets.ts';
import {
  functionNames,
  functionsDigest,
  keepDigest,
  readDigest,
  uploadFunctions,
} from './function-upload.ts';
import { readSchedule, writeSchedule } from './job-schedule.ts';
import { NotThere, type LiveProject } from './live-project.ts';
import type { LiveSettings } from './live-settings.ts';
import { fieldsOf, rowsOf } from './management-api.ts';
import { readWebhook, registerWebhook } from './payment-webhook.ts';

/** What a step found. */
export type Plan =
  | { readonly state: 'done'; readonly note: string }
  /** A setting or a thing that only a person can give; the shop works without it, or does not. */
  | { readonly state: 'missing'; readonly note: string; readonly isNeeded: boolean }
  | { readonly state: 'due'; readonly changes: readonly string[]; act(): Promise<string> };

export interface DeployStep {
  readonly title: string;
  look(project: LiveProject): Promise<Plan>;
  /** What there is to do for a project that is still to be made. */
  afresh(settings: LiveSettings): Plan | Promise<Plan>;
}

const done = (note: string): Plan => ({ state: 'done', note });
const needed = (note: string): Plan => ({ state: 'missing', note, isNeeded: true });
const wished = (note: string): Plan => ({ state: 'missing', note, isNeeded: false });

const foreseen = (...changes: readonly string[]): Plan => ({
  state: 'due',
  changes,
  act: () => Promise.reject(new NotThere('There is no project yet.')),
});

const projectStep: DeployStep = {
  title: 'Project',
  afresh: ({ organization, region }) => foreseen(`make a project in ${organization}, ${region}`),
  async look(project) {
    const { settings, management } = project;
    if (settings.accessToken === '') return needed('SUPABASE_ACCESS_TOKEN is not set.');
    if (settings.siteUrl === '') return needed('SITE_URL is not set: the address of the shop.');
    if (settings.ref !== '') {
      const { name, status } = fieldsOf(await management.get(project.path('')));
      if (status === 'ACTIVE_HEALTHY') return done(`${String(name)} (${settings.ref})`);
      return needed(`${settings.ref} is ${String(status)}: wake it in the dashboard.`);
    }
    if (settings.organization === '')
      return needed('Neither SUPABASE_PROJECT_REF nor SUPABASE_ORGANIZATION is set.');
    return {
      state: 'due',
      changes: [`make a project in ${settings.organization}, ${settings.region}`],
      act: async () => `${await project.create()}, kept in .env.live with its password`,
    };
  },
};

async function appliedVersions(sql: Sql): Promise<ReadonlySet<string>> {
  const [table] =
    await sql`select to_regclass('supabase_migrations.schema_migrations')::text as name`;
  if (!table?.['name']) return new Set();
  const rows = await sql`select version from supabase_migrations.schema_migrations`;
  return new Set(rows.map(({ version }) => String(version)));
}

/** As the CLI makes them, which then knows what is applied. */
async function makeHistory(sql: Sql): Promise<void> {
  await sql`create schema if not exists supabase_migrations`;
  await sql`create table if not exists supabase_migrations.schema_migrations (
    version text not null primary key, statements text[], name text)`;
  await sql`create table if not exists supabase_migrations.seed_files (
    path text not null primary key, hash text not null)`;
}

export interface MigrationState {
  readonly waiting: readonly string[];
  /** Applied there and not known here: this checkout is older than the project. */
  readonly unknown: readonly string[];
}

export async function readMigrations(sql: Sql, projectFolder: string): Promise<MigrationState> {
  const applied = await appliedVersions(sql);
  const names = await migrationNames(projectFolder);
  const known = new Set(names.map((name) => name.slice(0, 14)));
  return {
    waiting: names.filter((name) => !applied.has(name.slice(0, 14))),
    unknown: [...applied].filter((version) => !known.has(version)),
  };
}

async function describeMigrations(
  names: readonly string[],
  projectFolder: string,
): Promise<readonly string[]> {
  const unreleased = await findUnreleased(projectFolder);
  return names.map((name) =>
    name === unreleased
      ? `apply ${name}, which is not released: a later version may not be able to upgrade it`
      : `apply ${name}`,
  );
}

const migrationsStep: DeployStep = {
  title: 'Migrations',
  async afresh({ projectFolder }) {
    const names = await migrationNames(projectFolder);
    return foreseen(...(await describeMigrations(names, projectFolder)));
  },
  async look(project) {
    const { projectFolder } = project.settings;
    const sql = await project.sql();
    const { waiting, unknown } = await readMigrations(sql, projectFolder);
    if (unknown.length > 0)
      throw new NotThere(
        `The project has migrations that this version lacks (${unknown.join(', ')}): it is of a later version.`,
      );
    if (waiting.length === 0) return done('all applied');
    return {
      state: 'due',
      changes: await describeMigrations(waiting, projectFolder),
      async act() {
        await makeHistory(sql);
        const applied = await applyMigrations(sql, projectFolder);
        return `${applied.length} applied`;
      },
    };
  },
};

const starterPath = 'supabase/starter.sql';
const starterRows = 'add settings, countries, taxes, zones, terms and words';

const starterStep: DeployStep = {
  title: 'Starter set',
  afresh: () => foreseen(starterRows),
  async look(project) {
    const sql = await project.sql();
    const [table] = await sql`select to_regclass('supabase_migrations.seed_files')::text as name`;
    const known = table?.['name']
      ? await sql`select from supabase_migrations.seed_files where path = ${starterPath}`
      : [];
    if (known.length > 0) return done('there; its rows are the shop’s own');
    return {
      state: 'due',
      changes: [starterRows],
      async act() {
        const text = await readFile(path.join(project.settings.projectFolder, starterPath), 'utf8');
        const hash = createHash('sha256').update(text).digest('hex');
        await makeHistory(sql);
        await sql.begin(async (transaction) => {
          await transaction.unsafe(text).simple();
          await transaction`
            insert into supabase_migrations.seed_files (path, hash) values (${starterPath}, ${hash})`;
        });
        return 'added';
      },
    };
  },
};

const bucketsStep: DeployStep = {
  title: 'Buckets and their policies',
  afresh: () => foreseen('make them with the migrations'),
  async look(project) {
    const sql = await project.sql();
    const buckets = await sql`
      select id from storage.buckets
      where id in ('product-images', 'drafts', 'product-sounds', 'sound-drafts', 'photo-inbox', 'customer-photos')`;
    const policies = await sql`
      select from pg_policies where schemaname = 'storage' and tablename = 'objects'`;
    if (buckets.length === 6 && policies.length >= 4) return done('came with the migrations');
    return {
      state: 'due',
      changes: ['make them with the migrations'],
      act: () => Promise.reject(new NotThere('The migrations are applied, and made none.')),
    };
  },
};

/** What of the REST service the shop asks for: nothing but the schema of its API. */
const restConfig = {
  db_schema: 'public',
  db_extra_search_path: 'public, extensions',
  max_rows: 1000,
};

const restStep: DeployStep = {
  title: 'REST',
  afresh: () => foreseen(...Object.entries(restConfig).map(([name, value]) => `${name}: ${value}`)),
  async look(project) {
    const now = fieldsOf(await project.management.get(project.path('/postgrest')));
    const changed = Object.entries(restConfig).filter(([name, value]) => now[name] !== value);
    if (changed.length === 0) return done('as wanted');
    return {
      state: 'due',
      changes: changed.map(([name, value]) => `${name}: ${value}`),
      async act() {
        await project.management.send('PATCH', project.path('/postgrest'), restConfig);
        return 'set';
      },
    };
  },
};

const noMailServer = wished(
  'SMTP_HOST is not set: sign-in mails reach members of the project alone.',
);

const authStep: DeployStep = {
  title: 'Sign-in, its mails and its mail server',
  afresh: ({ mailServer }) =>
    mailServer === null
      ? noMailServer
      : foreseen('set the rules of sign-in, its mails and its mail server'),
  async look(project) {
    const { management, settings } = project;
    const now = fieldsOf(await management.get(project.path('/config/auth')));
    const changed = authDifferences(now, await wantedAuthConfig(settings), project.ref());
    const names = Object.keys(changed);
    if (names.length === 0) return settings.mailServer === null ? noMailServer : done('as wanted');
    return {
      state: 'due',
      changes: [`set ${names.join(', ')}`],
      async act() {
        await management.send('PATCH', project.path('/config/auth'), changed);
        return `${names.length} set`;
      },
    };
  },
};

const readSecrets = async (project: LiveProject) =>
  rowsOf(await project.management.get(project.path('/secrets')));

const stripeKey = () => (process.env['STRIPE_SECRET_KEY'] ?? '').trim();
const noStripe = wished('STRIPE_SECRET_KEY is not set: cards are not offered.');
const offerCards = ['register the webhook at Stripe', 'offer card payments'];

const webhookStep: DeployStep = {
  title: 'Card payments',
  afresh: () => (stripeKey() === '' ? noStripe : foreseen(...offerCards)),
  async look(project) {
    const key = stripeKey();
    if (key === '') return noStripe;
    const { status, missingEvents } = await readWebhook(key, project.apiUrl());
    const known = (await readSecrets(project)).map(({ name }) => name);
    if (status === 'disabled')
      return needed('The webhook at Stripe is switched off: switch it on in its dashboard.');
    if (status === 'there' && missingEvents.length > 0)
      return needed(`The webhook at Stripe lacks ${missingEvents.join(', ')}: add them there.`);
    if (status === 'there') {
      if (known.includes('STRIPE_WEBHOOK_SECRET') || process.env['STRIPE_WEBHOOK_SECRET'])
        return done('the webhook is registered');
      return needed(
        'The webhook is registered at Stripe and its secret unknown here: set STRIPE_WEBHOOK_SECRET, or remove the webhook there and deploy again.',
      );
    }
    return {
      state: 'due',
      changes: offerCards,
      async act() {
        const value = await registerWebhook(key, project.apiUrl());
        const secrets = [{ name: 'STRIPE_WEBHOOK_SECRET', value }];
        await project.management.send('POST', project.path('/secrets'), secrets);
        const sql = await project.sql();
        const keys = keyStateOf(stripe, { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: value });
        await sql`
          update public.payment_methods set is_offered = true, keys = ${keys} where code = 'stripe'`;
        return 'registered, and cards are offered';
      },
    };
  },
};

function lackOfMail(names: ReadonlySet<string>): Plan | null {
  const unset = ['MAIL_API_URL', 'MAIL_API_KEY', 'MAIL_FROM'].filter((name) => !names.has(name));
  if (unset.length === 0) return null;
  return needed(`${unset.join(', ')} not set: the shop’s mails wait in its outbox.`);
}

const secretsStep: DeployStep = {
  title: 'Secrets of the functions',
  async afresh({ projectFolder }) {
    const names = Object.keys(await wantedSecrets(projectFolder));
    return lackOfMail(new Set(names)) ?? foreseen(...names.map((name) => `set ${name}`));
  },
  async look(project) {
    const wanted = await wantedSecrets(project.settings.projectFolder);
    const known = await readSecrets(project);
    const changed = changedSecrets(known, wanted, project.ref());
    if (changed.length > 0)
      return {
        state: 'due',
        changes: changed.map(({ name }) => `set ${name}`),
        async act() {
          await project.management.send('POST', project.path('/secrets'), changed);
          return `${changed.length} set`;
        },
      };
    const names = new Set(known.map(({ name }) => String(name)));
    return lackOfMail(names) ?? done(`${Object.keys(wanted).length} as wanted`);
  },
};

const functionsStep: DeployStep = {
  title: 'Functions',
  async afresh({ projectFolder }) {
    const names = await functionNames(projectFolder);
    return foreseen(...names.map((name) => `deploy ${name}`));
  },
  async look(project) {
    const { management, settings } = project;
    const sql = await project.sql();
    const digest = await functionsDigest(settings.projectFolder);
    const wanted = await functionNames(settings.projectFolder);
    const there = rowsOf(await management.get(project.path('/functions'))).map(({ slug }) => slug);
    const missing = wanted.filter((name) => !there.includes(name));
    if (missing.length === 0 && (await readDigest(sql)) === digest)
      return done(`${wanted.length} as they are here`);
    return {
      state: 'due',
      changes: missing.length > 0 ? missing.map((name) => `deploy ${name}`) : ['deploy all anew'],
      async act() {
        await uploadFunctions(settings, project.ref());
        await keepDigest(sql, digest);
        return `${wanted.length} deployed`;
      },
    };
  },
};

const scheduleStep: DeployStep = {
  title: 'Schedule of jobs and mails',
  afresh: () => foreseen('put the secret key into Vault', 'run jobs and send mails once a minute'),
  async look(project) {
    const [sql, { secretKey }] = [await project.sql(), await project.keys()];
    const state = await readSchedule(sql, project.apiUrl(), secretKey);
    const changes = [
      ...state.missingExtensions.map((name) => `switch on ${name}`),
      ...(state.isKeyCurrent ? [] : ['put the secret key into Vault']),
      ...state.waitingJobs.map(({ name, schedule }) => `schedule ${name} (${schedule})`),
    ];
    if (changes.length === 0) return done('once a minute');
    return {
      state: 'due',
      changes,
      async act() {
        await writeSchedule(sql, state, secretKey);
        return 'once a minute';
      },
    };
  },
};

const noOwner = needed('KEYWRIGHT_OWNER is not set: the owner’s e-mail.');

const ownerStep: DeployStep = {
  title: 'First owner',
  afresh: ({ ownerEmail }) => (ownerEmail === '' ? noOwner : foreseen(`invite ${ownerEmail}`)),
  async look(project) {
    const { ownerEmail, siteUrl } = project.settings;
    const sql = await project.sql();
    if (await hasOwner(sql)) return done('there');
    if (ownerEmail === '') return noOwner;
    return {
      state: 'due',
      changes: [`invite ${ownerEmail}`],
      async act() {
        const { secretKey } = await project.keys();
        const apiUrl = project.apiUrl();
        const how = await nameFirstOwner(sql, { email: ownerEmail, apiUrl, secretKey, siteUrl });
        return how === 'invited' ? `${ownerEmail} is invited` : `${ownerEmail} is the owner`;
      },
    };
  },
};

/** The build that visitors see; null where no site of ours answers. */
export async function liveBuild(siteUrl: string): Promise<string | null> {
  try {
    const response = await fetch(`${siteUrl}/builds/latest.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    });
    const id = response.ok ? fieldsOf(await response.json())['id'] : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

const canUpload = () => (process.env['SITE_UPLOAD'] ?? '') !== '';
const buildAndUpload = () => [
  'build the site',
  canUpload() ? 'upload it' : 'SITE_UPLOAD is not set: it stays here',
];

const buildStep: DeployStep = {
  title: 'Site',
  afresh: () => foreseen(...buildAndUpload()),
  async look(project) {
    const { publishableKey, secretKey } = await project.keys();
    const { siteUrl } = project.settings;
    // What the build of a hosted shop reads, as if the owner had written it down.
    process.env['PUBLIC_SUPABASE_URL'] = project.apiUrl();
    process.env['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] = publishableKey;
    process.env['SUPABASE_SECRET_KEY'] ||= secretKey;
    const settings = readSettings();
    const [built, live] = [await findBuiltSite(settings), await liveBuild(siteUrl)];
    const ours = path.join(settings.siteFolder, 'builds/latest.json');
    const here = existsSync(ours) ? fieldsOf(JSON.parse(await readFile(ours, 'utf8')))['id'] : null;
    if (built.isCurrent && live !== null) return done(`live: build ${live}`);
    if (built.isCurrent && !canUpload())
      return needed(
        `Build ${String(here)} lies in ${settings.siteFolder}, and ${siteUrl} shows none: upload it, or set SITE_UPLOAD.`,
      );
    return {
      state: 'due',
      changes: buildAndUpload(),
      async act() {
        await buildSite(settings, { outFolder: settings.siteFolder });
        return canUpload() ? 'built and uploaded' : `built into ${settings.siteFolder}`;
      },
    };
  },
};

export const deploySteps: readonly DeployStep[] = [
  projectStep,
  migrationsStep,
  starterStep,
  bucketsStep,
  restStep,
  authStep,
  webhookStep,
  secretsStep,
  functionsStep,
  scheduleStep,
  ownerStep,
  buildStep,
];

/** What no API does. */
export const byHand: readonly string[] = [
  'Point the domain of the shop at its host, and let the host make the certificate.',
  'Enter SPF, DKIM and DMARC of the mail provider at the domain; npm run doctor looks at them.',
  'Fill in what the terms and the page about the shop leave open, in square brackets.',
  'Add shipping methods with rates, and a bank account for transfers a Stripe account that is activated, or PayPal switched on at Money, Payment methods.',
  'Choose a plan with daily backups at the platform.',
  'Let something build the site when staff publish (docs/publishing.md): without BUILDER_TOKEN or DEPLOY_HOOK_URL the desk can’t publish.',
  'Accept the invitation, choose a password and add an authenticator app within seven days.',
];
