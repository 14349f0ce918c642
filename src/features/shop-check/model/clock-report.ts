import type { Given } from '#shared/backend/given.ts';

export interface JobTurn {
  readonly words: string;
  readonly workedAt: string | null;
  /** Empty where its last turn came to an end. */
  readonly problem: string;
}

export interface ComingStep {
  readonly words: string;
  /** Of several the first is told. */
  readonly count: number;
  readonly at: string;
}

export interface ClockReport {
  /** Null where nothing has run yet. */
  readonly ranAt: string | null;
  readonly jobs: readonly JobTurn[];
  readonly next: readonly ComingStep[];
}

const jobWords: Readonly<Record<string, string>> = {
  lists: 'Freezing raffles and sending the next offers',
  orders: 'Ending orders that were not paid',
  documents: 'Issuing invoices and credit notes that waited',
  customers: 'Counting customers',
  batches: 'Closing group buys',
  reminders: 'Reminding of payments',
  address_reminders: 'Reminding of addresses',
  follows: 'Notifying product followers',
  drops: 'Telling what is new',
  accounts: 'Deleting accounts',
  builds: 'Ending builds whose builder is lost',
  watch: 'Watching for problems',
};

type Told = Given<'clock_report'>;

const stepWords: Readonly<
  Record<Told['next'][number]['what'], readonly [one: string, more: string]>
> = {
  mails: ['e-mail is due', 'e-mails are due'],
  unpaid_orders: ['unpaid order expires', 'unpaid orders expire'],
  offers: ['offer runs out', 'offers run out'],
  lists: ['list closes', 'lists close'],
  batches: ['group buy closes', 'group buys close'],
  pages: ['page goes live', 'pages go live'],
  accounts: ['account is deleted', 'accounts are deleted'],
};

export const clockOf = ({ ran_at: ranAt, jobs, next }: Told): ClockReport => ({
  ranAt,
  jobs: jobs.map(({ job, worked_at: workedAt, problem }) => ({
    words: jobWords[job] ?? job.replaceAll('_', ' '),
    workedAt,
    problem,
  })),
  next: next.map(({ what, count, at }) => {
    const [one, more] = stepWords[what];
    return { words: `${count} ${count === 1 ? one : more}`, count, at };
  }),
});
