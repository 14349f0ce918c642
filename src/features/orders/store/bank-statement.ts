/**
 * A statement from the file to the last payment that is recorded. Invariant: nothing is written before
 * someone has seen what it does; each payment is sent by itself, so that stopping loses none and doubles none.
 */
import { atom } from 'nanostores';
import { readDeskRows } from '#desk-kit/api/desk-rows.ts';
import { askedAgain, staysShown } from '#desk-kit/store/desk-refusal.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import {
  findPayableOrders,
  matchBankEntries,
  openBankStatement,
  readBankStatements,
  settleBankEntry,
} from '../api/bank-statements.ts';
import {
  isReadable,
  parseColumns,
  readBankTable,
  type BankTable,
  type ColumnPlaces,
} from '../model/bank-csv.ts';
import { readBankFile } from '../model/bank-file.ts';
import {
  isToSend,
  judgeLines,
  type BankChoice,
  type BankMatch,
  type BankPart,
  type JudgedLine,
  type PayableOrder,
  type SettledEntry,
} from '../model/bank-match.ts';
import { mostBytes, type BankStatement, type ReadStatement } from '../model/bank-statement.ts';
import { entryTable, type EntryRow } from './desk-money.ts';

export type LineResult =
  | { readonly kind: 'done'; readonly settled: SettledEntry }
  | { readonly kind: 'refused' | 'unknown'; readonly message: string };

export interface OpenStatement {
  readonly status: 'open';
  /** Names the reading, so that asking twice makes one. */
  readonly id: string;
  readonly fileName: string;
  readonly statement: BankStatement;
  /** Of a CSV file, for reading its columns another way. */
  readonly table: BankTable | null;
  /** Of the shop. */
  readonly accounts: readonly string[];
  readonly matches: readonly (BankMatch | null)[];
  readonly choices: ReadonlyMap<number, BankChoice>;
  readonly results: ReadonlyMap<number, LineResult>;
  readonly progress: {
    readonly done: number;
    readonly goal: number;
    readonly isRunning: boolean;
  } | null;
  readonly problem: string | null;
}

export type StatementState =
  | { readonly status: 'idle' }
  | { readonly status: 'reading' | 'failed'; readonly fileName: string; readonly message: string }
  | {
      readonly status: 'columns';
      readonly fileName: string;
      readonly table: BankTable;
      readonly columns: ColumnPlaces;
      readonly problem: string | null;
    }
  | OpenStatement;

export const $statement = atom<StatementState>({ status: 'idle' });

/** All prices of the shop are in this currency. */
const shopCurrency = 'EUR';

let turn = 0;
const next = () => (turn += 1);

export function closeStatement(): void {
  next();
  $statement.set({ status: 'idle' });
}

export async function readStatement(file: File): Promise<void> {
  const own = next();
  const fileName = file.name.slice(0, 200);
  $statement.set({ status: 'reading', fileName, message: '' });
  const failed = (message: string) => $statement.set({ status: 'failed', fileName, message });
  const bytes =
    file.size > mostBytes
      ? new Uint8Array(mostBytes + 1)
      : await file.arrayBuffer().then(
          (buffer) => new Uint8Array(buffer),
          () => null,
        );
  if (own !== turn) return;
  if (bytes === null) return failed('This browser can’t open the file. Choose it again.');
  const read = readBankFile(bytes);
  if (!read.ok) return failed(read.error);
  if (read.value.kind === 'statement')
    return openStatement(own, fileName, read.value.statement, null);
  const { table } = read.value;
  const kept = await readBankStatements({ header: table.header });
  if (own !== turn) return;
  if (!kept.ok) return failed(askedAgain(kept.error));
  const width = Math.max(...table.rows.slice(0, 20).map((row) => row.length));
  const columns = parseColumns(kept.value[0]?.columns, width) ?? table.columns;
  if (isReadable(columns)) return readColumns(own, fileName, table, columns);
  $statement.set({ status: 'columns', fileName, table, columns, problem: null });
}

/** Shows the columns of the open file, to read them another way. */
export function changeColumns(): void {
  const open = $statement.get();
  if (open.status !== 'open' || open.table === null) return;
  const { fileName, table, statement } = open;
  $statement.set({ status: 'columns', fileName, table, columns: statement.columns, problem: null });
}

export async function chooseColumns(columns: ColumnPlaces): Promise<void> {
  const shown = $statement.get();
  if (shown.status === 'columns') await readColumns(next(), shown.fileName, shown.table, columns);
}

async function readColumns(
  own: number,
  fileName: string,
  table: BankTable,
  columns: ColumnPlaces,
): Promise<void> {
  const accounts = await readAccounts();
  if (own !== turn) return;
  if (!accounts.ok) return $statement.set({ status: 'failed', fileName, message: accounts.error });
  const account = accounts.value.find(({ currency }) => currency === shopCurrency)?.iban ?? '';
  const read = readBankTable(table, columns, { account, currency: shopCurrency });
  if (!read.ok)
    return $statement.set({ status: 'columns', fileName, table, columns, problem: read.error });
  await openStatement(own, fileName, read.value, table);
}

async function readAccounts(): Promise<
  Result<readonly { iban: string; currency: string }[], string>
> {
  const rows = await readDeskRows({ table: 'bank_accounts', columns: 'id:currency,iban' }).catch(
    () => null,
  );
  if (rows?.ok !== true)
    return fail(rows === null ? 'The shop can’t be reached. Try again.' : rows.error.message);
  return succeed(rows.value.map(({ id, values: { iban } }) => ({ iban, currency: id })));
}

async function openStatement(
  own: number,
  fileName: string,
  statement: BankStatement,
  table: BankTable | null,
): Promise<void> {
  $statement.set({ status: 'reading', fileName, message: '' });
  const [accounts, matches] = await Promise.all([readAccounts(), matchLines(statement)]);
  if (own !== turn) return;
  if (!accounts.ok || !matches.ok) {
    const message = accounts.ok ? (matches.ok ? '' : matches.error) : accounts.error;
    return $statement.set({ status: 'failed', fileName, message });
  }
  $statement.set({
    status: 'open',
    id: crypto.randomUUID(),
    fileName,
    statement,
    table,
    accounts: accounts.value.map(({ iban }) => iban),
    matches: matches.value,
    choices: new Map(),
    results: new Map(),
    progress: null,
    problem: null,
  });
}

/** Of the payments; what went out is nobody's order. */
async function matchLines({
  lines,
}: BankStatement): Promise<Result<readonly (BankMatch | null)[], string>> {
  const matches: (BankMatch | null)[] = lines.map(() => null);
  const byAccount = Map.groupBy(lines.keys(), (index) =>
    lines[index]?.kind === 'credit' ? lines[index].account : null,
  );
  for (const [account, places] of byAccount) {
    if (account === null) continue;
    const found = await matchBankEntries(
      account,
      places.flatMap((index) => lines[index] ?? []),
    );
    if (!found.ok) return fail(askedAgain(found.error));
    for (const [at, index] of places.entries()) matches[index] = found.value[at] ?? null;
  }
  return succeed(matches);
}

export const judge = ({ statement, matches, choices }: OpenStatement): readonly JudgedLine[] =>
  judgeLines(statement.lines, matches, choices);

/** Null takes back what was said of a line. */
export function chooseFor(index: number, choice: BankChoice | null): void {
  const open = $statement.get();
  if (open.status !== 'open') return;
  const choices = new Map(open.choices);
  if (choice === null) choices.delete(index);
  else choices.set(index, choice);
  const results = new Map(open.results);
  if (results.get(index)?.kind !== 'done') results.delete(index);
  $statement.set({ ...open, choices, results });
}

/** Everything that was not recorded is looked at anew; what was chosen stays. */
export async function matchAgain(): Promise<void> {
  const open = $statement.get();
  if (open.status !== 'open') return;
  const own = next();
  const matches = await matchLines(open.statement);
  if (own !== turn) return;
  if (!matches.ok) return $statement.set({ ...open, problem: matches.error });
  const results = new Map([...open.results].filter(([, { kind }]) => kind === 'done'));
  $statement.set({ ...open, matches: matches.value, results, progress: null, problem: null });
}

let isStopped = false;
export function stopRecording(): void {
  isStopped = true;
}

const patch = (change: Partial<OpenStatement>) => {
  const open = $statement.get();
  if (open.status === 'open') $statement.set({ ...open, ...change });
};

export async function recordStatement(): Promise<void> {
  const open = $statement.get();
  if (open.status !== 'open' || open.progress?.isRunning === true) return;
  const own = next();
  isStopped = false;
  const results = new Map(open.results);
  const waiting = [...judge(open).entries()].filter(
    ([index, line]) => results.get(index)?.kind !== 'done' && isToSend(line),
  );
  const goal = waiting.length;
  patch({ progress: { done: 0, goal, isRunning: true }, problem: null });
  const opened = await openBankStatement(open.id, open.fileName, open.statement);
  if (own !== turn) return;
  if (!opened.ok) return patch({ progress: null, problem: askedAgain(opened.error) });
  const captured = new Map<string, number>();
  let done = 0;
  let problem: string | null = null;
  for (const [index, judged] of waiting) {
    if (isStopped || problem !== null) break;
    const answer = await settleLine(open.id, judged, captured);
    if (own !== turn) return;
    done += 1;
    if (answer.ok) {
      results.set(index, { kind: 'done', settled: answer.value });
      for (const { id, captured_minor: sum } of answer.value.orders) captured.set(id, sum);
    } else {
      const { kind } = answer.error;
      const isUnknown = kind === 'unreachable' || kind === 'broken' || kind === 'aborted';
      results.set(index, {
        kind: isUnknown ? 'unknown' : 'refused',
        message: answer.error.message,
      });
      // Whatever keeps this one keeps all the others.
      if (isUnknown || kind === 'forbidden') problem = askedAgain(answer.error);
    }
    patch({ results: new Map(results), progress: { done, goal, isRunning: true } });
  }
  patch({ progress: { done, goal, isRunning: false }, problem });
  await Promise.all([entryTable.reload(), readHistory()]);
}

function settleLine(
  statementId: string,
  { line, choice, parts }: JudgedLine,
  captured: ReadonlyMap<string, number>,
) {
  return settleBankEntry({
    entry: line,
    statementId,
    status: statusOf(choice),
    parts: parts.map(({ order, amountMinor }) => ({
      order,
      amountMinor,
      capturedMinor: captured.get(order.id) ?? order.captured_minor,
    })),
    note: choice.kind === 'aside' ? choice.note : '',
  });
}

const statusOf = ({ kind }: BankChoice): SettledEntry['status'] =>
  kind === 'orders' ? 'recorded' : kind === 'aside' ? 'set_aside' : 'unmatched';

export async function findOrders(
  text: string,
  currency: string,
  signal: AbortSignal,
): Promise<Result<readonly PayableOrder[], string>> {
  const found = await findPayableOrders(text, currency, { signal });
  return found.ok ? found : fail(found.error.message);
}

/** What one that waits may be for by now. */
export async function suggestFor({ values }: EntryRow): Promise<readonly PayableOrder[]> {
  const { account, currency, payer, message } = values;
  const matched = await matchBankEntries(account, [
    {
      account,
      place: 1,
      kind: 'credit',
      bookedOn: values.booked_on,
      amountMinor: values.amount_minor,
      currency,
      payer,
      message,
      bankReference: values.bank_reference,
      ordinal: 1,
    },
  ]).catch(() => null);
  return matched?.ok === true ? (matched.value[0]?.orders ?? []) : [];
}

/** One that waits, opened by itself; null when it is done, otherwise why not. */
export async function settleEntry(
  id: string,
  choice: BankChoice,
  parts: readonly BankPart[],
): Promise<string | null> {
  const settled = await settleBankEntry({
    entry: { id },
    statementId: null,
    status: statusOf(choice),
    parts,
    note: choice.kind === 'aside' ? choice.note : '',
  });
  await Promise.all([entryTable.reload(), readHistory()]);
  return settled.ok ? null : askedAgain(settled.error);
}

export type HistoryState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | {
      readonly status: 'ready';
      readonly statements: readonly ReadStatement[];
      readonly isMore: boolean;
    };

export const $history = atom<HistoryState>({ status: 'loading' });
const page = 20;

export async function readHistory(): Promise<void> {
  showHistory([], await readBankStatements({}));
}

export async function readOlder(): Promise<void> {
  const shown = $history.get();
  if (shown.status !== 'ready') return;
  const last = shown.statements.at(-1)?.read_at;
  if (last !== undefined) showHistory(shown.statements, await readBankStatements({ before: last }));
}

function showHistory(
  before: readonly ReadStatement[],
  read: Result<readonly ReadStatement[], BackendError>,
): void {
  if (!read.ok) {
    const words = before.length > 0 ? read.error.message : undefined;
    if ($history.get().status === 'ready' && staysShown(read.error, words)) return;
    $history.set({ status: 'failed', message: read.error.message });
    return;
  }
  $history.set({
    status: 'ready',
    statements: [...before, ...read.value],
    isMore: read.value.length === page,
  });
}
