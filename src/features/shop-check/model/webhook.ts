import { fieldsOf, listOf, numberOf, textOf, textOrNull } from '#shared/parsed-fields.ts';

export interface Webhook {
  readonly id: string;
  readonly name: string;
  /** Of its address, which is never shown again. */
  readonly host: string;
  readonly tells: readonly string[];
  readonly isActive: boolean;
  readonly calledAt: string | null;
  readonly waiting: number;
  readonly givenUp: number;
  readonly lastError: string;
  readonly test: {
    readonly askedAt: string;
    readonly calledAt: string | null;
    readonly lastError: string;
  } | null;
}

export interface SavedWebhook extends Webhook {
  /** What signs: where it was made now, and never again. */
  readonly secret: string | null;
}

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

export function parseWebhook(data: unknown): Webhook | null {
  const fields = fieldsOf(data);
  if (fields === null) return null;
  const { tells } = fields;
  const test = fieldsOf(fields['test']);
  return {
    id: textOf(fields['id']),
    name: textOf(fields['name']),
    host: textOf(fields['host']),
    tells: Array.isArray(tells) ? tells.filter((topic) => typeof topic === 'string') : [],
    isActive: fields['is_active'] === true,
    calledAt: textOrNull(fields['called_at']),
    waiting: numberOf(fields['waiting']),
    givenUp: numberOf(fields['given_up']),
    lastError: textOf(fields['last_error']),
    test:
      test === null
        ? null
        : {
            askedAt: textOf(test['asked_at']),
            calledAt: textOrNull(test['called_at']),
            lastError: textOf(test['last_error']),
          },
  };
}

export function parseSavedWebhook(data: unknown): SavedWebhook | null {
  const webhook = parseWebhook(data);
  return webhook === null ? null : { ...webhook, secret: textOrNull(fieldsOf(data)?.['secret']) };
}

export const parseWebhooks = (data: unknown): readonly Webhook[] =>
  listOf(data, parseWebhook).flatMap((webhook) => webhook ?? []);

/** How the last test came out; empty where there was none. */
export function testWords({ test }: Webhook): string {
  if (test === null) return '';
  if (test.calledAt !== null) return 'The test arrived.';
  return test.lastError === ''
    ? 'The test leaves with the next run of the jobs. Refresh to see whether it arrived.'
    : `The test did not arrive: ${test.lastError}.`;
}
