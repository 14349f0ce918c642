/**
 * The embedded backend's scheduler: what pg_cron does on hosted, by calling the same edge functions.
 * Mail leaves within seconds, because someone at this machine is waiting for it.
 * Invariant: one run at a time, none after `stop`, and a run that fails is said once and tried again.
 */
import type { LocalContext, ServiceModule } from './context.ts';

const mailCheckMs = 1500;
const jobsEveryMs = 30_000;

export function startJobTimer(
  context: LocalContext,
  functions: ServiceModule,
): () => Promise<void> {
  const { apiUrl, secretKey } = context.settings;
  const headers = { authorization: `Bearer ${secretKey}`, apikey: secretKey };
  let isStopped = false;
  let jobsRanAt = Date.now();
  let said = '';

  const call = async (name: string) => {
    const url = `${apiUrl}/functions/v1/${name}`;
    const response = await functions.handle(new Request(url, { method: 'POST', headers }));
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
    await response.arrayBuffer();
  };
  const isMailWaiting = async () => {
    const [row] = await context.sql<{ waits: boolean }[]>`
      select exists (select from public.outbox
        where sent_at is null and given_up_at is null and send_after <= now()) as waits`;
    return row?.waits === true;
  };
  const turn = async () => {
    if (Date.now() - jobsRanAt >= jobsEveryMs) {
      jobsRanAt = Date.now();
      await call('run-jobs');
    } else if (await isMailWaiting()) await call('send-mail');
  };
  const run = async () => {
    try {
      await turn();
      said = '';
    } catch (error) {
      const sentence = `jobs: ${error instanceof Error ? error.message : String(error)}`;
      if (!isStopped && sentence !== said) context.log(sentence);
      said = sentence;
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const plan = () => {
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run().finally(plan);
    }, mailCheckMs);
  };
  plan();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
