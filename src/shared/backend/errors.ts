// chunk: backend
/**
 * Invariant: every failure becomes one of these kinds, and its message is the shop's own. What a
 * service says of itself is written for programmers: it goes to the console and no further.
 */
import { fail, succeed, type Result } from '../result.ts';
import { authWords } from './auth-words.ts';
import type { RefusalDetails } from './database.types.ts';

interface Facts {
  /** A sentence for people: of this file, or of a function of the shop's database. */
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
    /** How long the service asks to wait, where it says so. */
    | { readonly kind: 'limited'; readonly waitSeconds: number | null }
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

const kindWords: Readonly<Record<BackendErrorKind, string>> = {
  aborted: 'This was cancelled.',
  unreachable: 'The shop can’t be reached right now. Please try again in a moment.',
  limited: 'The shop is very busy. Please wait a moment and try again.',
  signed_out: 'The shop no longer knows who you are. Please sign in again, or reload the page.',
  wrong_credentials: authWords.invalid_credentials,
  weak_password: authWords.weak_password,
  forbidden: 'You don’t have permission to do this.',
  not_found: 'This no longer exists. Reload the page.',
  refused: 'This can’t be done. Nothing was changed.',
  broken: 'The shop answered with something unexpected. Please try again.',
};

/** The contract names these two as the library says them. */
const namedByLibrary: ReadonlyMap<string, string> = new Map([
  ['AuthSessionMissingError', 'Auth session missing!'],
  ['AuthInvalidTokenResponseError', 'Auth session or user missing'],
]);

const storageWords: ReadonlyMap<number, string> = new Map([
  [404, 'This file no longer exists.'],
  [409, 'A file with this name already exists.'],
  [413, 'This file is too big. Choose a smaller one.'],
  [415, 'This type of file is not accepted. Choose another.'],
]);

const databaseWords: ReadonlyMap<string, string> = new Map([
  [
    '23503',
    'This is still in use, or refers to something that was removed. Reload the page. Nothing was saved.',
  ],
  ['23505', 'This already exists. Nothing was saved.'],
  ['40001', 'Someone else changed this at the same time. Please try again.'],
  ['40P01', 'Someone else changed this at the same time. Please try again.'],
  ['55P03', 'Someone else is changing this. Please try again in a moment.'],
  ['57014', 'That took too long. Please try again.'],
]);

interface OwnRefusal {
  readonly message: string;
  readonly status: number;
  readonly reason?: string;
}

/** What a refusal of this function tells beside its reason; nothing where something else went wrong. */
export const toldBy = <Name extends keyof RefusalDetails>({
  details,
}: BackendError): Partial<RefusalDetails[Name]> =>
  typeof details === 'object' && details !== null ? details : {};

/** For what the shop itself turns down, in its own words, without a service that raised it. */
export function ownRefusal({ message, status, reason }: OwnRefusal): BackendError {
  const facts = { message, status, code: reason ?? null, reason: reason ?? null, details: null };
  return classify(facts, {}, '');
}

/** An answer that found nothing comes as an error of the transport, and is an answer all the same. */
export function notFoundWords(error: unknown): string | null {
  const isAnswer = typeof error === 'object' && error !== null && 'found' in error;
  return isAnswer && 'message' in error ? String(error.message) : null;
}

/** `status` is the answer's, where the library gives it beside the error. */
export function toBackendError(raw: unknown, status?: number): BackendError {
  const error = asRecord(raw);
  const name = text(error['name']);
  const said = text(error['message']) || text(error['msg']);
  const found = classify(readFacts(error, status), error, name);
  // A function of the database speaks to people, and says so by its SQLSTATE.
  if (isOwnSqlState(found.code) && said !== '') return { ...found, message: said };
  const isExpected = found.kind === 'aborted' || found.kind === 'unreachable';
  if (said !== '' && !isExpected) console.debug(`${found.status} ${found.code ?? name}: ${said}`);
  return { ...found, message: messageOf(found, name, said) };
}

/** For a request whose code could not even be loaded: the same as no answer. */
export const unanswered = () => ({ ok: false, error: toBackendError(null, 0) }) as const;

const isOwnSqlState = (code: string | null): boolean => /^PT\d{3}$/.test(code ?? '');

function classify(facts: Facts, error: Raw, name: string): BackendError {
  if (isAborted(error)) return { ...facts, kind: 'aborted' };
  if (isUnreachable(error, facts)) return { ...facts, kind: 'unreachable' };
  if (name === 'AuthWeakPasswordError' || facts.code === 'weak_password') {
    return { ...facts, kind: 'weak_password', reasons: reasonsOf(error) };
  }
  if (name === 'AuthInvalidTokenResponseError') return { ...facts, kind: 'broken' };
  return byStatus(facts, error, name);
}

function isAuthCode(code: string | null): code is keyof typeof authWords {
  return code !== null && Object.hasOwn(authWords, code);
}

/** What happened, in the most exact words there are for it. */
function messageOf({ kind, code, status }: BackendError, name: string, said: string): string {
  const named = namedByLibrary.get(name);
  if (named !== undefined) return named;
  if (kind === 'aborted' || kind === 'unreachable') return kindWords[kind];
  // A page in place of an answer comes from what stands between browser and shop.
  if (markup.test(said)) return kindWords.broken;
  if (name.startsWith('Storage')) return storageWords.get(status) ?? kindWords[kind];
  if (isAuthCode(code)) return authWords[code];
  const known = databaseWords.get(code ?? '');
  if (known !== undefined) return known;
  return code?.startsWith('23') === true ? ruleWords(said) : kindWords[kind];
}

const markup = /<[a-z!/]/i;

/** A rule of a table that forbids a row: Postgres says it in the table's words, not in people's. */
function ruleWords(inTableWords: string): string {
  const [, missing, table = '', rule = ''] = namesOfRule.exec(inTableWords) ?? [];
  if (missing !== undefined) return `The ${spoken(missing)} is missing. Nothing was saved.`;
  // A rule about one column is named after it; one about several is not.
  const column = /^(\w+)_check\d*$/.exec(rule.replace(`${table}_`, ''))?.[1];
  if (column === undefined) return 'These values don’t go together. Nothing was saved.';
  return `The shop does not accept this ${spoken(column)}. Nothing was saved.`;
}

const namesOfRule =
  /null value in column "(\w+)"|relation "(\w+)" violates check constraint "(\w+)"/;

const spoken = (column: string): string => column.replaceAll('_', ' ');

function byStatus(facts: Facts, error: Raw, name: string): BackendError {
  const { status, code } = facts;
  if (name === 'AuthSessionMissingError' || status === 401) return { ...facts, kind: 'signed_out' };
  if (name === 'AuthInvalidCredentialsError' || code === 'invalid_credentials') {
    return { ...facts, kind: 'wrong_credentials' };
  }
  if (status === 429) return { ...facts, kind: 'limited', waitSeconds: secondsIn(error) };
  if (status === 403 || code === '42501') return { ...facts, kind: 'forbidden' };
  if (status === 404 || code === 'PGRST116') return { ...facts, kind: 'not_found' };
  if (status >= 400 && status < 500) return { ...facts, kind: 'refused' };
  return { ...facts, kind: 'broken' };
}

/** Auth names the time in its sentence alone. */
function secondsIn(error: Raw): number | null {
  const named = /after (\d+) seconds?/.exec(text(error['message']))?.[1];
  return named === undefined ? null : Number(named);
}

function readFacts(error: Raw, status: number | undefined): Facts {
  const code = text(error['code']) || text(error['statusCode']);
  return {
    message: '',
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

/** Made of an answer; null where it can't be. A page may be older than the database, or newer. */
export function readAs<Value>(read: () => Value | null): Result<Value, BackendError> {
  try {
    const value = read();
    if (value !== null) return succeed(value);
  } catch {
    // As of any answer that can't be read.
  }
  return fail(toBackendError(null, 500));
}
