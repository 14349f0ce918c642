/**
 * Stands in for the platform around a hosted project: the routes of its Management API that a deployment
 * calls, as they are documented, with the faults that it can have. What is uploaded is what runs: functions
 * see the files that came with their deployment and the secrets that were set, and nothing of the project's
 * folder.
 */
import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { projectFolder } from '../cluster.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';
import { startHostedProject, type HostedProject, type Mail } from './hosted-project.ts';
import { sendBySmtp } from './smtp-client.ts';

export const accessToken = 'sbp_0123456789abcdef0123456789abcdef01234567';
export const projectRef = 'abcdefghijklmnopqrst';
export const organization = 'makers';

interface DeployedFunction {
  readonly slug: string;
  readonly name: string;
  version: number;
  verify_jwt: boolean;
  entrypoint_path: string;
  import_map_path: string;
}

export interface Platform {
  readonly url: string;
  readonly project: HostedProject;
  /** What the platform holds of the project. */
  readonly auth: Record<string, unknown>;
  readonly rest: Record<string, unknown>;
  readonly secrets: Map<string, string>;
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  /** Files that a function was deployed with, by their paths in the project. */
  readonly uploads: ReadonlySet<string>;
  /** Every request that changed something, as method and path. */
  readonly changes: string[];
  /** The next requests of this kind fail so, as often as said. */
  fail(method: string, pattern: RegExp, status: number, times: number): void;
  stop(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly type: string;
}

type Answer = readonly [status: number, body: unknown];

class PlatformState {
  readonly auth: Record<string, unknown> = {
    site_url: 'http://localhost:3000',
    external_phone_enabled: true,
    mailer_autoconfirm: false,
    smtp_pass: null,
  };
  readonly rest: Record<string, unknown> = {
    db_schema: 'public, graphql_public',
    db_extra_search_path: 'public, extensions',
    max_rows: 1000,
  };
  readonly secrets = new Map<string, string>();
  readonly functions = new Map<string, DeployedFunction>();
  readonly uploads = new Set<string>();
  readonly changes: string[] = [];
  readonly faults: { method: string; pattern: RegExp; status: number; times: number }[] = [];
  isMade: boolean;
  /** How often a new project is asked for until it is ready. */
  startsIn = 1;
  readonly folder: string;
  keys = { publishable: '', secret: '' };
  databaseHost = '';

  constructor(folder: string, isMade: boolean) {
    this.folder = folder;
    this.isMade = isMade;
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const json = (body: Buffer): unknown => (body.length === 0 ? null : JSON.parse(body.toString()));

async function writeSecrets(state: PlatformState): Promise<void> {
  const lines = [...state.secrets].map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  await writeFile(path.join(state.folder, 'supabase/functions/.env'), `${lines.join('\n')}\n`);
}

/** The gate in front of functions asks for a token where the deployment said so. */
async function writeRules(state: PlatformState): Promise<void> {
  const rules = [...state.functions.values()].map(
    ({ slug, verify_jwt }) => `[functions.${slug}]\nverify_jwt = ${verify_jwt}\n`,
  );
  await writeFile(path.join(state.folder, 'supabase/config.toml'), rules.join('\n'));
  const [map] = [...state.functions.values()].map(({ import_map_path }) => import_map_path);
  const importMap = map ? { importMap: `./${path.basename(map)}` } : {};
  await writeFile(
    path.join(state.folder, 'supabase/functions/deno.json'),
    JSON.stringify({ ...importMap, nodeModulesDir: 'manual' }),
  );
}

async function takeUpload(state: PlatformState, asked: Asked): Promise<Answer> {
  const form = await new Response(new Uint8Array(asked.body), {
    headers: { 'content-type': asked.type },
  }).formData();
  const metadata = JSON.parse(String(form.get('metadata')));
  for (const part of form.getAll('file')) {
    if (typeof part === 'string') continue;
    const file = path.join(state.folder, part.name);
    if (part.name.startsWith('node_modules/')) {
      state.uploads.add(part.name);
      continue;
    }
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(await part.arrayBuffer()));
    state.uploads.add(part.name);
  }
  const slug = asked.query.get('slug') ?? '';
  const known = state.functions.get(slug);
  const deployed = { ...metadata, slug, version: (known?.version ?? 0) + 1 };
  state.functions.set(slug, deployed);
  await writeRules(state);
  return [201, { id: slug, status: 'ACTIVE', created_at: 1, updated_at: 1, ...deployed }];
}

const listed = ({ slug, name, version, verify_jwt }: DeployedFunction) => ({
  id: slug,
  slug,
  name,
  version,
  verify_jwt,
  status: 'ACTIVE',
  created_at: 1,
  updated_at: 1,
});

/** By the server that the deployment named; without one the platform sends to members of the project alone. */
async function sendMail(state: PlatformState, { to, subject, html }: Mail): Promise<void> {
  const field = (name: string) => String(state.auth[name] ?? '');
  if (field('smtp_host') === '') return;
  const server = {
    host: field('smtp_host'),
    port: Number(field('smtp_port')),
    user: field('smtp_user'),
    password: field('smtp_pass'),
  };
  const sender = { from: field('smtp_admin_email'), fromName: field('smtp_sender_name') };
  await sendBySmtp(server, { ...sender, to, subject, html });
}

type Route = (state: PlatformState, asked: Asked) => Answer | Promise<Answer>;

const ofProject: Readonly<Record<string, Route>> = {
  'GET ': (state) => {
    if (state.startsIn > 0) state.startsIn -= 1;
    const status = state.startsIn > 0 ? 'COMING_UP' : 'ACTIVE_HEALTHY';
    return [
      200,
      { id: projectRef, ref: projectRef, name: 'keywright', region: 'eu-central-1', status },
    ];
  },
  'GET /api-keys': ({ keys }) => [
    200,
    [
      { name: 'default', type: 'publishable', api_key: keys.publishable },
      { name: 'default', type: 'secret', api_key: keys.secret },
      { name: 'anon', type: 'legacy', api_key: 'legacy' },
    ],
  ],
  'GET /config/database/pooler': ({ databaseHost }) => [
    200,
    [
      {
        database_type: 'PRIMARY',
        db_user: `postgres.${projectRef}`,
        db_host: databaseHost,
        db_port: 6543,
        db_name: 'postgres',
        pool_mode: 'transaction',
      },
    ],
  ],
  'GET /config/auth': ({ auth }) => [
    200,
    {
      ...auth,
      smtp_pass: typeof auth['smtp_pass'] === 'string' ? sha256(auth['smtp_pass']) : null,
    },
  ],
  'PATCH /config/auth': (state, { body }) => [200, Object.assign(state.auth, json(body))],
  'GET /postgrest': ({ rest }) => [200, rest],
  'PATCH /postgrest': (state, { body }) => [200, Object.assign(state.rest, json(body))],
  'GET /secrets': ({ secrets }) => [
    200,
    [...secrets].map(([name, value]) => ({ name, value: sha256(value) })),
  ],
  'POST /secrets': async (state, { body }) => {
    const rows = json(body) as readonly { readonly name: string; readonly value: string }[];
    if (rows.some(({ name }) => name.startsWith('SUPABASE_')))
      return [400, { message: 'Secret names must not begin with SUPABASE_' }];
    for (const { name, value } of rows) state.secrets.set(name, value);
    await writeSecrets(state);
    return [201, null];
  },
  'GET /functions': ({ functions }) => [200, [...functions.values()].map(listed)],
  'PUT /functions': ({ functions }) => [200, { functions: [...functions.values()].map(listed) }],
  'POST /functions/deploy': takeUpload,
  'GET /advisors/security': () => [200, { lints: [] }],
  'GET /database/backups': () => [
    200,
    {
      region: 'eu-central-1',
      pitr_enabled: false,
      walg_enabled: true,
      backups: [
        { status: 'COMPLETED', is_physical_backup: true, inserted_at: new Date().toISOString() },
      ],
      physical_backup_data: {},
    },
  ],
};

function answer(state: PlatformState, asked: Asked): Answer | Promise<Answer> {
  if (asked.path === '/v1/projects' && asked.method === 'POST') {
    const wanted = json(asked.body) as Readonly<Record<string, unknown>>;
    if (wanted['organization_slug'] !== organization)
      return [403, { message: 'Forbidden resource' }];
    state.isMade = true;
    state.startsIn = 2;
    return [201, { id: projectRef, ref: projectRef, name: wanted['name'], status: 'COMING_UP' }];
  }
  const prefix = `/v1/projects/${projectRef}`;
  if (!state.isMade || !asked.path.startsWith(prefix))
    return [404, { message: 'Project not found' }];
  const route = ofProject[`${asked.method} ${asked.path.slice(prefix.length)}`];
  return route === undefined
    ? [404, { message: `Cannot ${asked.method} ${asked.path}` }]
    : route(state, asked);
}

async function handle(
  state: PlatformState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const url = new URL(request.url ?? '/', 'http://platform.test');
  const asked: Asked = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: Buffer.concat(chunks),
    type: request.headers['content-type'] ?? '',
  };
  const fault = state.faults.find(
    ({ method, pattern, times }) =>
      times > 0 && method === asked.method && pattern.test(asked.path),
  );
  const say = ([status, body]: Answer) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === null ? '' : JSON.stringify(body));
  };
  if (fault !== undefined) {
    fault.times -= 1;
    say([fault.status, { message: 'The platform is busy' }]);
    return;
  }
  if (request.headers.authorization !== `Bearer ${accessToken}`) {
    say([401, { message: 'Unauthorized' }]);
    return;
  }
  if (asked.method !== 'GET') state.changes.push(`${asked.method} ${asked.path}`);
  say(await answer(state, asked));
}

export interface PlatformPlan {
  readonly siteUrl: string;
  /** Whether the project is there before anybody asks for one. */
  readonly hasProject?: boolean;
}

export async function startPlatform({
  siteUrl,
  hasProject = true,
}: PlatformPlan): Promise<Platform> {
  const folder = await makeTemporaryFolder();
  await mkdir(path.join(folder, 'supabase/functions'), { recursive: true });
  await mkdir(path.join(folder, 'supabase/migrations'), { recursive: true });
  await symlink(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
  await symlink(
    path.join(projectFolder, 'supabase/templates'),
    path.join(folder, 'supabase/templates'),
  );
  await writeFile(path.join(folder, 'supabase/config.toml'), '');
  const state = new PlatformState(folder, hasProject);
  const project = await startHostedProject({
    projectFolder: folder,
    functionsFolder: path.join(folder, 'supabase/functions'),
    siteUrl,
    sendMail: (mail) => sendMail(state, mail),
  });
  state.keys = { publishable: project.publishableKey, secret: project.secretKey };
  state.databaseHost = new URL(project.databaseUrl).hostname;
  const server = createServer((request, response) => {
    handle(state, request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: String(error) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    project,
    auth: state.auth,
    rest: state.rest,
    secrets: state.secrets,
    functions: state.functions,
    uploads: state.uploads,
    changes: state.changes,
    fail: (method, pattern, status, times) =>
      void state.faults.push({ method, pattern, status, times }),
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await project.stop();
    },
  };
}
