/**
 * What the shop does by the clock: the database's due jobs, each safe to run twice, and then the mails
 * that came of them. One failing half doesn't keep the other from running.
 */
import type { ServiceCall } from '../_shared/service-calls.ts';

export async function runDueJobs(call: ServiceCall): Promise<unknown> {
  return await call('run_due_jobs', {});
}

export interface RunJobsDeps {
  readonly runDueJobs: () => Promise<unknown>;
  readonly sendMails: () => Promise<unknown>;
  readonly report: (error: unknown) => Promise<void>;
}

export async function runJobs(deps: RunJobsDeps): Promise<Readonly<Record<string, unknown>>> {
  const settled = async (work: () => Promise<unknown>) => {
    try {
      return await work();
    } catch (error) {
      await deps.report(error);
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  return { jobs: await settled(deps.runDueJobs), mails: await settled(deps.sendMails) };
}
