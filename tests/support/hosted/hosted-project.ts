/**
 * Stands in for a hosted project as it is handed over: the services, an empty schema `public`, and a
 * database whose user is no superuser. What uses it knows its URL, keys and database address alone.
 */
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import postgres, { type Sql } from 'postgres';
import {
  startLocalSupabase,
  type LocalSupabaseOptions,
} from '../../../scripts/local-supabase/backend.ts';
import type { DeliveredMail, LocalContext } from '../../../scripts/local-supabase/context.ts';
import { prepareServices } from '../../../scripts/local-supabase/migrate.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { startCluster } from '../../../scripts/local-supabase/postgres.ts';
import { projectFolder } from '../cluster.ts';
import { makeDatabaseFolder } from '../temporary-folder.ts';

export interface HostedProject {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** As `postgres`, which is no superuser. */
  readonly databaseUrl: string;
  /** What nobody has on a hosted project: to look behind it in tests. */
  readonly superuserUrl: string;
  /** What its sign-in has sent. */
  emails(): readonly DeliveredMail[];
  /** Runs what is due now of pg_cron, and sends what pg_net was asked to send. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** What a hosted database has before the first migration, with its extensions. */
export async function prepareHosted(sql: Sql): Promise<void> {
  await prepareServices(sql);
  const text = await readFile(path.join(import.meta.dirname, 'extensions.sql'), 'utf8');
  await sql.begin((transaction) => transaction.unsafe(text).simple());
}

export type Mail = Parameters<LocalContext['mailbox']['deliver']>[0];

export interface HostedProjectOptions extends Partial<LocalSupabaseOptions> {
  /** Sends what the sign-in has to say, beside what `emails` shows; a mail that it refuses fails. */
  readonly sendMail?: (mail: Mail) => Promise<void>;
}

/** Waits for whoever sends, as the sign-in of a hosted project does. */
function sendAlso(mailbox: LocalContext['mailbox'], send: (mail: Mail) => Promise<void>): void {
  const keep = mailbox.deliver;
  mailbox.deliver = async (mail) => {
    await send(mail);
    await keep(mail);
  };
}

export async function startHostedProject({
  sendMail,
  ...options
}: HostedProjectOptions = {}): Promise<HostedProject> {
  const dataFolder = await makeDatabaseFolder();
  const cluster = await startCluster({
    folder: path.join(dataFolder, 'pg'),
    port: await findFreePort(),
    durable: false,
  });
  const superuserUrl = cluster.url('postgres');
  const sql = postgres(superuserUrl, { max: 2, onnotice() {} });
  const closers = [
    () => rm(dataFolder, { recursive: true, force: true }),
    () => cluster.stop(),
    () => sql.end(),
  ];
  const stop = async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    await prepareHosted(sql);
    const apiPort = options.apiPort ?? (await findFreePort());
    const keys = { publishableKey: 'sb_publishable_hosted', secretKey: 'sb_secret_hosted' };
    const settings = {
      projectFolder,
      dataFolder,
      databaseUrl: superuserUrl,
      apiUrl: `http://127.0.0.1:${apiPort}`,
      functionsPort: await findFreePort(),
      siteUrl: 'http://localhost:4321',
      ...keys,
      ...options,
      apiPort,
    };
    const backend = await startLocalSupabase({ ...settings, isEmpty: true });
    closers.push(() => backend.stop());
    if (sendMail) sendAlso(backend.mailbox, sendMail);
    const databaseUrl = new URL(superuserUrl);
    databaseUrl.username = 'postgres';
    return {
      url: backend.url,
      publishableKey: settings.publishableKey,
      secretKey: settings.secretKey,
      databaseUrl: databaseUrl.href,
      superuserUrl,
      emails: () => backend.mailbox.list(),
      tick: () => tick(sql),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function tick(sql: Sql): Promise<void> {
  const jobs = await sql<{ jobid: string; command: string; username: string }[]>`
    select jobid, command, username from cron.job where active order by jobid`;
  for (const { jobid, command, username } of jobs) {
    const failure = await sql
      .begin(async (transaction) => {
        await transaction`set local role ${transaction(username)}`;
        await transaction.unsafe(command).simple();
      })
      .then(
        () => null,
        (error: unknown) => String(error),
      );
    await sql`
      insert into cron.job_run_details (jobid, username, command, status, return_message, start_time, end_time)
      values (${jobid}, ${username}, ${command}, ${failure === null ? 'succeeded' : 'failed'}, ${failure}, now(), now())`;
  }
  const requests = await sql<
    { id: string; method: string; url: string; headers: Record<string, string>; body: Buffer }[]
  >`delete from net.http_request_queue returning id, method, url, headers, body`;
  for (const { id, method, url, headers, body } of requests) {
    try {
      const answer = await fetch(url, { method, headers, body: body?.toString() ?? null });
      await sql`
        insert into net._http_response (id, status_code, content_type, content, timed_out)
        values (${id}, ${answer.status}, ${answer.headers.get('content-type')}, ${await answer.text()}, false)`;
    } catch (error) {
      await sql`
        insert into net._http_response (id, timed_out, error_msg) values (${id}, false, ${String(error)})`;
    }
  }
}
