/**
 * A shop that goes live on this machine: a fresh copy of the project whose commands know the platform, the
 * mail provider, the builder and the folder behind nginx by their addresses and keys alone.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { startSiteServer } from '../../../scripts/site-server/site-server.ts';
import { projectFolder } from '../cluster.ts';
import { findNginx, startNginx } from '../nginx.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { startMailProvider, type MailProvider } from './mail-provider.ts';
import { startNameServer, type NameServer } from './name-server.ts';
import { accessToken, organization, startPlatform, type Platform } from './platform.ts';
import {
  builderToken,
  repository,
  startWorkflowRunner,
  type WorkflowRunner,
} from './workflow-runner.ts';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

type Variables = Readonly<Record<string, string>>;

export interface LiveShop {
  readonly siteUrl: string;
  readonly owner: string;
  readonly checkout: string;
  readonly platform: Platform;
  readonly provider: MailProvider;
  readonly names: NameServer;
  readonly builder: WorkflowRunner;
  /** Of the project's own user, who is no superuser. */
  readonly sql: Sql;
  /** A command of package.json, in the checkout. */
  run(command: string, args?: readonly string[], env?: Variables): Promise<Ran>;
  close(): Promise<void>;
}

/** The project as a clone has it, with packages and no data. */
async function cloneProject(folder: string): Promise<string> {
  const copy = path.join(folder, 'checkout');
  await mkdir(copy);
  for (const name of [
    'supabase',
    'scripts',
    'src',
    'public',
    'astro.config.mjs',
    'package.json',
    'tsconfig.json',
    '.env.example',
  ])
    await cp(path.join(projectFolder, name), path.join(copy, name), { recursive: true });
  // What is uploaded with a function must lie in the project itself.
  const packages = path.join(projectFolder, 'node_modules');
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(packages)) {
    const [from, to] = [path.join(packages, name), path.join(copy, 'node_modules', name)];
    await (name === '@resvg' ? cp(from, to, { recursive: true }) : symlink(from, to));
  }
  return copy;
}

async function runScript(
  checkout: string,
  script: string,
  args: readonly string[],
  env: Variables,
) {
  const file = path.join(checkout, `scripts/${script}.ts`);
  const child = spawn(process.execPath, ['--no-warnings', file, ...args], {
    cwd: checkout,
    env: { PATH: process.env['PATH'] ?? '', HOME: path.dirname(checkout), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

interface StaticFolder {
  readonly variables: { readonly SITE_HOST: string; readonly SITE_UPLOAD: string };
  close(): Promise<void>;
}

/** As docs/static-hosts.md says for nginx: a folder for each upload, and a link to the live one. */
async function serveFolder(web: string, port: number): Promise<StaticFolder> {
  if (findNginx() === null) {
    await mkdir(web);
    const server = await startSiteServer({ folder: web, port });
    const SITE_UPLOAD = `cp -r "$SITE_FOLDER"/. '${web}'`;
    return { variables: { SITE_HOST: '', SITE_UPLOAD }, close: server.close };
  }
  const live = path.join(web, 'live');
  await mkdir(path.join(web, 'nothing/site'), { recursive: true });
  for (const name of ['keywright.http.conf', 'keywright.server.conf'])
    await writeFile(path.join(web, 'nothing', name), '');
  await symlink(path.join(web, 'nothing'), live);
  const nginx = await startNginx(live, port);
  const SITE_UPLOAD = [
    `folder='${web}'/$(date +%s%N)`,
    'cp -r "$SITE_FOLDER" "$folder"',
    `ln -sfn "$folder" '${live}'`,
    `kill -HUP ${nginx.pid}`,
    // New rules hold a moment after they were asked for.
    'sleep 0.5',
  ].join(' && ');
  return { variables: { SITE_HOST: 'nginx', SITE_UPLOAD }, close: nginx.close };
}

export async function startLiveShop(): Promise<LiveShop> {
  const folder = await makeTemporaryFolder();
  const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const each of closers.splice(0).toReversed()) await each();
  };
  try {
    return { ...(await assemble(folder, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function assemble(
  folder: string,
  closers: (() => unknown)[],
): Promise<Omit<LiveShop, 'close'>> {
  const checkout = await cloneProject(folder);
  const provider = await startMailProvider();
  closers.push(() => provider.close());
  const names = await startNameServer();
  closers.push(() => names.close());
  const sitePort = await findFreePort();
  const siteUrl = `http://localhost:${sitePort}`;
  const platform = await startPlatform({ siteUrl, hasProject: false });
  closers.push(() => platform.stop());
  const { project } = platform;
  const site = await serveFolder(path.join(folder, 'web'), sitePort);
  closers.push(() => site.close());
  const ofBuilds = {
    SITE_URL: siteUrl,
    ...site.variables,
    PUBLIC_SUPABASE_URL: project.url,
  };
  const builder = await startWorkflowRunner((logUrl) =>
    runScript(checkout, 'build', ['--requested'], {
      ...ofBuilds,
      PUBLIC_SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
      SUPABASE_SECRET_KEY: project.secretKey,
      KEYWRIGHT_BUILD_LOG_URL: logUrl,
    }),
  );
  closers.push(() => builder.close());
  const owner = 'mara@shop.example';
  const environment = {
    ...ofBuilds,
    SUPABASE_MANAGEMENT_URL: platform.url,
    SUPABASE_ACCESS_TOKEN: accessToken,
    SUPABASE_ORGANIZATION: organization,
    // Where the stand-in answers: a real project has addresses of its own.
    SUPABASE_DB_URL: project.databaseUrl,
    KEYWRIGHT_OWNER: owner,
    MAIL_API_URL: provider.apiUrl,
    MAIL_API_KEY: provider.apiKey,
    MAIL_FROM: 'Keywright <hello@shop.example>',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(provider.smtpPort),
    SMTP_USER: provider.user,
    SMTP_PASSWORD: provider.password,
    SMTP_FROM: 'hello@shop.example',
    BUILDER_REPOSITORY: repository,
    BUILDER_TOKEN: builderToken,
    BUILDER_API_URL: builder.url,
    DNS_SERVER: names.address,
  };
  const sql = postgres(project.databaseUrl, { max: 1, onnotice() {} });
  closers.push(() => sql.end());
  return {
    siteUrl,
    owner,
    checkout,
    platform,
    provider,
    names,
    builder,
    sql,
    run: (command, args = [], env = {}) =>
      runScript(checkout, command, args, { ...environment, ...env }),
  };
}

/** One thing in stock that can be sent to one country, and an account to pay to. */
export async function plantGoods(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into public.bank_accounts (currency, holder, iban, bic, bank)
      values ('EUR', 'Shop', 'NL03KEYW0123456789', 'KEYWNL2X', 'Bank');
    with zone as (select id from public.shipping_zones where code = 'eu'),
    method as (
      insert into public.shipping_methods (zone_id, code, name, carrier, days_min, days_max, is_tracked, max_weight_grams, position)
      select id, 'eu-parcel', 'Parcel', 'Post', 2, 4, true, 20000, 1 from zone returning id)
    insert into public.shipping_rates (method_id, from_weight_grams, to_weight_grams, price_minor, valid_from)
      select id, 0, 20000, 900, current_date - 1 from method;
    with product as (
      insert into public.products (kind, category, url, title, summary, body, status, publish_at, ship_group)
      values ('product', 'switches', 'first-switch', 'First switch', 'The first thing.', 'Ten of them.', 'published', now() - interval '1 day', 'stock')
      returning id),
    pool as (insert into public.stock_pools (code, title, on_hand) values ('P-FIRST', 'First switch', 5) returning id)
    insert into public.variants (product_id, sku, title, position, availability, price_minor, weight_grams, stock_pool_id)
      select product.id, 'FIRST-10', 'Ten pieces', 1, 'in_stock', 1000, 100, pool.id from product, pool;
  `);
}
