/**
 * The only place where what the backend says went wrong becomes something a screen can show.
 * Invariant: every failure becomes one of these kinds, with a message for people.
 */
interface Facts {
  readonly message: string;
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** SQLSTATE, or the code of the service. */
  readonly code: string | null;
  /** A stable word that says why, as the database's functions give it. */
  readonly reason: string | null;
  readonly details: unknown;
}

export type BackendError = Facts &
  (
    | { readonly kind: 'aborted' }
    /** No answer, or one that says "not now": the same request may succeed later. */
    | { readonly kind: 'unreachable' }
    | { readonly kind: 'limited' }
    | { readonly kind: 'signed_out' }
    | { readonly kind: 'wrong_credentials' }
    | { readonly kind: 'weak_password'; readonly reasons: readonly string[] }
    | { readonly kind: 'forbidden' }
    | { readonly kind: 'not_found' }
    /** The request was understood and turned down: `reason` and `details` say why. */
    | { readonly kind: 'refused' }
    | { readonly kind: 'broken' }
  );

export type BackendErrorKind = BackendError['kind'];

type Raw = Readonly<Record<string, unknown>>;

const retryableStatuses: ReadonlySet<number> = new Set([502, 503, 504, 520]);
const unreachableMessage = 'The shop can’t be reached right now. Please try again in a moment.';
const brokenMessage = 'The shop answered with something unexpected. Please try again.';
const busyMessage = 'The shop is too busy just now. Please wait a moment and try again.';
const strangerMessage =
  'The shop no longer knows who you are. Please sign in again, or reload the page.';

export function isRetryable(error: BackendError): boolean {
  return error.kind === 'unreachable' || error.kind === 'limited';
}

/** `status` is the answer's, where the library gives it beside the error. */
export function toBackendError(raw: unknown, status?: number): BackendError {
  const error = asRecord(raw);
  const facts = readFacts(error, status);
  const name = text(error['name']);
  if (isAborted(error)) return { ...facts, kind: 'aborted' };
  if (isUnreachable(error, facts)) {
    return { ...facts, kind: 'unreachable', message: unreachableMessage };
  }
  if (name === 'AuthWeakPasswordError' || facts.code === 'weak_password') {
    return { ...facts, kind: 'weak_password', reasons: reasonsOf(error) };
  }
  if (name === 'AuthInvalidTokenResponseError') return { ...facts, kind: 'broken' };
  return inOwnWords(byStatus(facts, name), name);
}

/** What stands between browser and shop speaks of tokens and limits, or in markup: not to people. */
function inOwnWords(error: BackendError, name: string): BackendError {
  const isUncoded = error.code === null || error.code.startsWith('PGRST');
  const isFromBetween = isUncoded && error.reason === null && !name.startsWith('Auth');
  if (isFromBetween && error.kind === 'limited') return { ...error, message: busyMessage };
  if (isFromBetween && error.kind === 'signed_out') return { ...error, message: strangerMessage };
  const { code } = error;
  if (code?.startsWith('23')) return { ...error, message: ruleWords(code, error.message) };
  return markup.test(error.message) ? { ...error, message: brokenMessage } : error;
}

const markup = /<[a-z!/]/i;

/** A rule of a table that forbids a row: Postgres says it in the table's words, not in people's. */
function ruleWords(code: string, inTableWords: string): string {
  if (code === '23505') return 'There is one like it already. Nothing was saved.';
  if (code === '23503')
    return 'Something else needs it, or it names what is gone. Nothing was saved.';
  const [, missing, table = '', rule = ''] = namesOfRule.exec(inTableWords) ?? [];
  if (missing !== undefined) return `The ${spoken(missing)} is missing. Nothing was saved.`;
  // A rule about one column is named after it; one about several is not.
  const column = /^(\w+)_check\d*$/.exec(rule.replace(`${table}_`, ''))?.[1];
  if (column === undefined) return 'A rule of the shop forbids it. Nothing was saved.';
  return `The shop does not take this ${spoken(column)}. Nothing was saved.`;
}

const namesOfRule =
  /null value in column "(\w+)"|relation "(\w+)" violates check constraint "(\w+)"/;

const spoken = (column: string): string => column.replaceAll('_', ' ');

function byStatus(facts: Facts, name: string): BackendError {
  const { status, code } = facts;
  if (name === 'AuthSessionMissingError' || status === 401) return { ...facts, kind: 'signed_out' };
  if (name === 'AuthInvalidCredentialsError' || code === 'invalid_credentials') {
    return { ...facts, kind: 'wrong_credentials' };
  }
  if (status === 429) return { ...facts, kind: 'limited' };
  if (status === 403 || code === '42501') return { ...facts, kind: 'forbidden' };
  if (status === 404 || code === 'PGRST116') return { ...facts, kind: 'not_found' };
  if (status >= 400 && status < 500) return { ...facts, kind: 'refused' };
  return { ...facts, kind: 'broken', message: brokenMessage };
}

function readFacts(error: Raw, status: number | undefined): Facts {
  const code = text(error['code']) || text(error['statusCode']);
  return {
    message: text(error['message']) || brokenMessage,
    status: status ?? statusOf(error, code),
    code: code === '' ? null : code,
    reason: text(error['hint']) || null,
    details: parseDetails(error['details']),
  };
}

/** Storage writes its status as text, functions hide theirs in the answer, the database in its code. */
function statusOf(error: Raw, code: string): number {
  const { status, statusCode, context } = error;
  for (const candidate of [status, asRecord(context)['status'], Number(statusCode)]) {
    if (typeof candidate === 'number' && Number.isInteger(candidate)) return candidate;
  }
  const ofCode = /^PT(\d{3})$/.exec(code)?.[1];
  if (ofCode !== undefined) return Number(ofCode);
  return code === '' ? 0 : 400;
}

function isAborted(error: Raw): boolean {
  const causes = [error, asRecord(error['originalError']), asRecord(error['context'])];
  return (
    causes.some(({ name }) => name === 'AbortError') || /^AbortError\b/.test(text(error['message']))
  );
}

function isUnreachable(error: Raw, { status }: Facts): boolean {
  const name = text(error['name']);
  if (name === 'AuthRetryableFetchError' || name === 'FunctionsFetchError') return true;
  return retryableStatuses.has(status) || status === 0;
}

function reasonsOf(error: Raw): readonly string[] {
  const { reasons } = error;
  return Array.isArray(reasons) ? reasons.filter((one) => typeof one === 'string') : [];
}

function parseDetails(details: unknown): unknown {
  if (typeof details !== 'string') return details ?? null;
  try {
    return JSON.parse(details);
  } catch {
    return details === '' ? null : details;
  }
}

function asRecord(value: unknown): Raw {
  return typeof value === 'object' && value !== null ? (value as Raw) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
