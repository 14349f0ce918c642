/** Invariant: at most one request waits; asking again joins it. */
import { fail, succeed } from '#shared/result.ts';
import type { Given } from '#shared/backend/given.ts';
import { callFunction, type Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError } from '#shared/backend/errors.ts';

const statuses = ['queued', 'running', 'live', 'failed'] as const;
export type PublishStatus = (typeof statuses)[number];

export interface PublishRun {
  readonly id: string;
  readonly status: PublishStatus;
  readonly note: string;
  /** Where the builder keeps its own log; null where there is none but this. */
  readonly logUrl: string | null;
  readonly requestedAt: string;
  readonly finishedAt: string | null;
}

type Change = Given<'waiting_changes'>['changes'][number];

export interface WaitingChange {
  readonly table: string;
  readonly rowId: string;
  readonly kind: Change['kind'];
  readonly title: string;
  readonly at: string;
  /** As a colleague is called here: "you", the address, or the role where the address is not shown. */
  readonly by: string;
  /** What it belongs to; null where it stands for itself. */
  readonly product: { readonly id: string; readonly title: string } | null;
  /** What it was and is, of the fields that changed. */
  readonly before: Change['before'];
  readonly after: Change['after'];
}

export interface WaitingChanges {
  readonly count: number;
  readonly changes: readonly WaitingChange[];
}

/** Asks the edge function `publish`, which records the request and calls whoever builds. */
export async function publishSite(
  note: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { functions } = await backend;
  const { error } = await functions.invoke<unknown>('publish', { body: { note } });
  if (!error) return succeed(null);
  const answer = error instanceof Error && 'context' in error ? error.context : null;
  if (!(answer instanceof Response)) return fail(toBackendError(error));
  return fail(toBackendError(await answer.json().catch(() => null), answer.status));
}

/** The request made last; null before the first. */
export async function readPublishRun(
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<PublishRun | null> {
  const call = (await backend)
    .from('publish_requests')
    .select('id, status, note, log_url, requested_at, finished_at')
    .order('requested_at', { ascending: false })
    .limit(1);
  const { data, error, status: code } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, code));
  const [row] = data;
  const status = statuses.find((one) => one === row?.status);
  if (!row || !status) return succeed(null);
  const { id, note, log_url: logUrl, requested_at: requestedAt, finished_at: finishedAt } = row;
  return succeed({ id, status, note, logUrl, requestedAt, finishedAt });
}

/** What a build said so far: long, so only for whoever looks at it. */
export async function readBuildLog(
  id: string,
  backend: Promise<Backend> = getBackend(),
): Answer<string> {
  const { data, error, status } = await (
    await backend
  )
    .from('publish_requests')
    .select('log')
    .eq('id', id)
    .maybeSingle();
  return error ? fail(toBackendError(error, status)) : succeed(data?.log ?? '');
}

const byWords = (role: string): string => (role === 'customer' ? 'a customer' : role);

/** What Publish would bring that the build of `since` has not got. */
export const waitingChanges = (
  since: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<WaitingChanges> =>
  callFunction(
    'waiting_changes',
    { p_since: since },
    ({ count, changes }) => ({ count, changes: changes.map(changeOf) }),
    { signal, backend },
  );

function changeOf({ row_id: rowId, product_id: productId, ...change }: Change): WaitingChange {
  const { table, kind, title, at, by, email, product, before, after } = change;
  return {
    table,
    rowId,
    kind,
    title,
    at,
    by: change.is_own ? 'you' : (email ?? byWords(by)),
    product: productId === null ? null : { id: productId, title: product ?? '' },
    before,
    after,
  };
}
