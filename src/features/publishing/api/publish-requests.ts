/** Invariant: at most one request waits; asking again joins it. */
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

export interface PublishRequest {
  readonly id: string;
  readonly status: string;
  readonly requestedAt: string;
  /** True when a request was waiting already. */
  readonly joined: boolean;
}

export type PublishStatus = 'queued' | 'running' | 'live' | 'failed';

export interface PublishRun {
  readonly id: string;
  readonly status: PublishStatus;
  readonly note: string;
  readonly log: string;
  /** Where the builder keeps its own log; null where there is none but this. */
  readonly logUrl: string | null;
  readonly requestedAt: string;
  readonly finishedAt: string | null;
}

export interface WaitingChange {
  readonly table: string;
  readonly rowId: string;
  readonly kind: 'new' | 'changed' | 'gone' | 'due';
  readonly title: string;
  readonly at: string;
  /** As a colleague is called here: "you", the address, or the role where the address is not shown. */
  readonly by: string;
  /** What it belongs to; null where it stands for itself. */
  readonly product: { readonly id: string; readonly title: string } | null;
  /** What it was and is, of the fields that changed. */
  readonly row: DeskRow;
}

export interface WaitingChanges {
  readonly count: number;
  readonly changes: readonly WaitingChange[];
}

type Answer<Value> = Promise<Result<Value, BackendError>>;
type Raw = Readonly<Record<string, unknown>>;

const statuses = ['queued', 'running', 'live', 'failed'] as const;
const changeKinds = ['new', 'changed', 'gone', 'due'] as const;

/** Asks the edge function `publish`, which records the request and calls whoever builds. */
export async function publishSite(
  note: string,
  backend: Promise<Backend> = getBackend(),
): Answer<PublishRequest> {
  const { functions } = await backend;
  const { data, error } = await functions.invoke<unknown>('publish', { body: { note } });
  if (!error) {
    const request = parseRequest(data);
    return request === null ? fail(toBackendError(null, 500)) : succeed(request);
  }
  const answer = error instanceof Error && 'context' in error ? error.context : null;
  if (!(answer instanceof Response)) return fail(toBackendError(error));
  return fail(toBackendError(await answer.json().catch(() => null), answer.status));
}

/** Newest first. */
export async function readPublishRuns(
  most: number,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<readonly PublishRun[]> {
  const call = (await backend)
    .from('publish_requests')
    .select('id, status, note, log, log_url, requested_at, finished_at')
    .order('requested_at', { ascending: false })
    .limit(most);
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  return succeed(data.flatMap(parseRun));
}

/** What Publish would bring that the build of `since` has not got. */
export async function waitingChanges(
  since: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<WaitingChanges> {
  const call = (await backend).rpc('waiting_changes', { p_since: since });
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  const { count, changes } = asRecord(data);
  if (typeof count !== 'number' || !Array.isArray(changes)) return fail(toBackendError(null, 500));
  return succeed({ count, changes: changes.flatMap(parseChange) });
}

function asRecord(value: unknown): Raw {
  return typeof value === 'object' && value !== null ? (value as Raw) : {};
}

function parseRequest(data: unknown): PublishRequest | null {
  const { id, status, requested_at: requestedAt, joined } = asRecord(data);
  if (typeof id !== 'string' || typeof status !== 'string') return null;
  return typeof requestedAt === 'string'
    ? { id, status, requestedAt, joined: joined === true }
    : null;
}

function parseRun(row: Raw): readonly PublishRun[] {
  const { id, note, log, log_url: logUrl, requested_at: requestedAt } = row;
  const { finished_at: finishedAt } = row;
  const status = statuses.find((one) => one === row['status']);
  if (typeof id !== 'string' || typeof requestedAt !== 'string' || !status) return [];
  return [
    {
      id,
      status,
      note: typeof note === 'string' ? note : '',
      log: typeof log === 'string' ? log : '',
      logUrl: typeof logUrl === 'string' && logUrl.startsWith('https://') ? logUrl : null,
      requestedAt,
      finishedAt: typeof finishedAt === 'string' ? finishedAt : null,
    },
  ];
}

const byWords = (role: string): string => (role === 'customer' ? 'a customer' : role);

function parseChange(value: unknown): readonly WaitingChange[] {
  const { table, row_id: rowId, at, before, after, ...rest } = asRecord(value);
  const kind = changeKinds.find((one) => one === rest['kind']);
  if (typeof table !== 'string' || typeof at !== 'string' || !kind) return [];
  const id = String(rowId);
  const words = (name: string) => {
    const word = rest[name];
    return typeof word === 'string' ? word : '';
  };
  return [
    {
      table,
      rowId: id,
      kind,
      title: words('title'),
      at,
      by: rest['is_own'] === true ? 'you' : words('email') || byWords(words('by')),
      product:
        words('product_id') === '' ? null : { id: words('product_id'), title: words('product') },
      row: { id, version: 0, values: { before, after } },
    },
  ];
}
