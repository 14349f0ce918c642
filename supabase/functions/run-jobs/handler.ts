/**
 * What the shop does by the clock: the database's due jobs, each safe to run twice, then the refunds, the
 * mails, the calls and notices that came of them and the files that went. One failing part doesn't keep the others from running.
 */
import type { ServiceCall } from '../_shared/service-calls.ts';

export async function runDueJobs(call: ServiceCall): Promise<unknown> {
  return await call('run_due_jobs', {});
}

export interface RunJobsDeps {
  readonly runDueJobs: () => Promise<unknown>;
  readonly notePaymentKeys: () => Promise<unknown>;
  readonly sendRefunds: () => Promise<unknown>;
  readonly sendMails: () => Promise<unknown>;
  readonly callWebhook: () => Promise<unknown>;
  readonly tellNews: () => Promise<unknown>;
  readonly sendNotices: () => Promise<unknown>;
  readonly sweepPhotos: () => Promise<unknown>;
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
  return {
    jobs: await settled(deps.runDueJobs),
    payments: await settled(deps.notePaymentKeys),
    refunds: await settled(deps.sendRefunds),
    mails: await settled(deps.sendMails),
    alerts: await settled(deps.callWebhook),
    news: await settled(deps.tellNews),
    notices: await settled(deps.sendNotices),
    photos: await settled(deps.sweepPhotos),
  };
}

/** What a run came to, in counts and in names of what failed: why it failed may tell of somebody. */
export function runFacts(
  done: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number | boolean>> {
  const facts: Record<string, number | boolean> = {};
  for (const [part, outcome] of Object.entries(done)) {
    for (const [name, value] of Object.entries((outcome ?? {}) as Record<string, unknown>)) {
      if (typeof value === 'number' && value > 0) facts[`${part}.${name}`] = value;
      if (/(?:^|_)failed$/.test(name) && typeof value === 'string') facts[`${part}.${name}`] = true;
    }
  }
  return facts;
}
