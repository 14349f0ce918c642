import type { Given } from '#shared/backend/given.ts';

export type Webhook = Given<'test_webhook'>;

export interface WebhookDraft {
  /** Null: a new one. */
  readonly id: string | null;
  readonly name: string;
  /** Empty: as it is. */
  readonly url: string;
  readonly tells: readonly string[];
  readonly isActive: boolean;
}

/** As the database names them. */
export const webhookTopics: readonly (readonly [topic: string, label: string])[] = [
  ['drops', 'New products, group buys, raffles and lists'],
  ['minimums', 'A kit that reached its minimum'],
  ['stages', 'Stages of batches'],
  ['draws', 'Raffles that were drawn'],
];

/** How the last test came out; empty where there was none. */
export function testWords({ test }: Webhook): string {
  if (test === null) return '';
  if (test.called_at !== null) return 'The test arrived.';
  return test.last_error === ''
    ? 'The test leaves with the next run of the jobs. Refresh to see whether it arrived.'
    : `The test did not arrive: ${test.last_error}.`;
}
