/**
 * The clock of a hosted shop: pg_cron calls the function run-jobs once a minute by pg_net, with the secret
 * key from Vault. Invariant: the key stands in Vault alone, never in the job's command.
 */
import type { Sql } from 'postgres';

const keyName = 'keywright_secret_key';

interface Job {
  readonly name: string;
  readonly schedule: string;
  readonly command: string;
}

/** A run may send mails for a minute and a half. */
const longestRunMs = 120_000;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

export function wantedJobs(apiUrl: string): readonly Job[] {
  return [
    {
      name: 'keywright-run-jobs',
      schedule: '* * * * *',
      command: [
        'select net.http_post(',
        `  url := ${quoted(`${apiUrl}/functions/v1/run-jobs`)},`,
        `  headers := jsonb_build_object('content-type', 'application/json', 'apikey',`,
        `    (select decrypted_secret from vault.decrypted_secrets where name = ${quoted(keyName)})),`,
        `  body := '{}'::jsonb, timeout_milliseconds := ${longestRunMs})`,
      ].join('\n'),
    },
    {
      // One row a minute, which nobody else clears away.
      name: 'keywright-cron-history',
      schedule: '17 3 * * *',
      command: `delete from cron.job_run_details where end_time < now() - interval '7 days'`,
    },
  ];
}

export interface ScheduleState {
  readonly missingExtensions: readonly string[];
  readonly isKeyCurrent: boolean;
  readonly waitingJobs: readonly Job[];
}

async function schemaThere(sql: Sql, name: string): Promise<boolean> {
  const rows = await sql`select from pg_namespace where nspname = ${name}`;
  return rows.length > 0;
}

const extensions = { pg_cron: 'cron', pg_net: 'net', supabase_vault: 'vault' };

export async function readSchedule(
  sql: Sql,
  apiUrl: string,
  secretKey: string,
): Promise<ScheduleState> {
  const missing: string[] = [];
  for (const [extension, schema] of Object.entries(extensions))
    if (!(await schemaThere(sql, schema))) missing.push(extension);
  const jobs = missing.includes('pg_cron')
    ? []
    : await sql`select jobname, schedule, command from cron.job where active`;
  const keys = missing.includes('supabase_vault')
    ? []
    : await sql`select decrypted_secret as key from vault.decrypted_secrets where name = ${keyName}`;
  const isThere = ({ name, schedule, command }: Job) =>
    jobs.some(
      (job) =>
        job['jobname'] === name && job['schedule'] === schedule && job['command'] === command,
    );
  return {
    missingExtensions: missing,
    isKeyCurrent: keys.some(({ key }) => key === secretKey),
    waitingJobs: wantedJobs(apiUrl).filter((job) => !isThere(job)),
  };
}

export async function writeSchedule(
  sql: Sql,
  state: ScheduleState,
  secretKey: string,
): Promise<void> {
  const missing = new Set(state.missingExtensions);
  if (missing.has('pg_cron')) await sql`create extension if not exists pg_cron`;
  if (missing.has('pg_net')) await sql`create extension if not exists pg_net`;
  if (missing.has('supabase_vault'))
    await sql`create extension if not exists supabase_vault cascade`;
  if (!state.isKeyCurrent) await keepKey(sql, secretKey);
  for (const { name, schedule, command } of state.waitingJobs)
    await sql`select cron.schedule(${name}, ${schedule}, ${command})`;
}

async function keepKey(sql: Sql, secretKey: string): Promise<void> {
  const [known] = await sql`select id from vault.secrets where name = ${keyName}`;
  if (known !== undefined) {
    await sql`select vault.update_secret(${String(known['id'])}::uuid, ${secretKey})`;
    return;
  }
  const meaning = 'Lets the schedule call the function run-jobs';
  await sql`select vault.create_secret(${secretKey}, ${keyName}, ${meaning})`;
}
