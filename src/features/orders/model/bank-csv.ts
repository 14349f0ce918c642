/**
 * Statements as CSV files, of which every bank has its own. Columns are known by their names, in English,
 * German, Dutch and French; what can't be known is chosen by hand.
 */
import { parseCsv } from '#shared/csv.ts';
import { fail, type Result } from '#shared/result.ts';
import { parseIban } from './bank-account.ts';
import {
  amountMinor,
  checkStatement,
  cleanText,
  dayOf,
  numberLines,
  type BankLine,
  type BankStatement,
} from './bank-statement.ts';

export const bankColumns = [
  'day',
  'amount',
  'credit',
  'debit',
  'direction',
  'payer',
  'message',
  'currency',
  'account',
  'reference',
  'status',
  'returned',
  'payerAccount',
] as const;
export type BankColumn = (typeof bankColumns)[number];
export type ColumnPlaces = Readonly<Partial<Record<BankColumn, readonly number[]>>>;

/** In small letters without accents and signs; where several fit, the one that is named first counts. */
const knownNames: Readonly<Record<BankColumn, readonly string[]>> = {
  day: [
    'booking date',
    'buchungstag',
    'buchungsdatum',
    'boekdatum',
    'boekingsdatum',
    'date de comptabilisation',
    'date comptable',
    'date operation',
    'date d operation',
    'date completed utc',
    'completed date',
    'transaction date',
    'datum',
    'date',
  ],
  amount: [
    'bedrag eur',
    'bedrag',
    'betrag eur',
    'betrag',
    'amount eur',
    'amount',
    'montant eur',
    'montant euros',
    'montant operation en euro',
    'montant',
    'umsatz',
  ],
  credit: [
    'credit',
    'credit euros',
    'haben',
    'gutschrift',
    'bij',
    'bijgeschreven',
    'paid in',
    'money in',
  ],
  debit: [
    'debit',
    'debit euros',
    'soll',
    'belastung',
    'af',
    'afgeschreven',
    'paid out',
    'money out',
  ],
  direction: [
    'af bij',
    'debet credit',
    'debit credit',
    'credit debit',
    'soll haben',
    'direction',
    'sens',
  ],
  payer: [
    'naam tegenpartij',
    'naam omschrijving',
    'tegenpartij',
    'beguenstigter zahlungspflichtiger',
    'begunstigter auftraggeber',
    'auftraggeber begunstigter',
    'beneficiary originator',
    'zahlungspflichtige r',
    'zahlungspflichtiger',
    'auftraggeber',
    'payer name',
    'payer',
    'partner name',
    'counterparty name',
    'counterparty',
    'name of sender',
    'sender',
    'emetteur',
    'contrepartie',
  ],
  message: [
    'betalingskenmerk',
    'mededelingen',
    'mededeling',
    'omschrijving',
    'omschrijving 1',
    'omschrijving 2',
    'omschrijving 3',
    'verwendungszweck',
    'payment details',
    'payment reference',
    'reference',
    'kundenreferenz',
    'kundenreferenz end to end',
    'customer reference',
    'communication',
    'communications',
    'libelle',
    'libelle operation',
    'description',
  ],
  currency: ['munt', 'muntsoort', 'wahrung', 'waehrung', 'currency', 'payment currency', 'devise'],
  account: [
    'iban bban',
    'rekening',
    'rekeningnummer',
    'auftragskonto',
    'iban auftragskonto',
    'account number',
    'account',
    'numero de compte',
  ],
  reference: ['transactiereferentie', 'transferwise id', 'transaction id', 'id'],
  status: ['state', 'status', 'statut', 'info'],
  returned: ['reden retour'],
  payerAccount: [
    'tegenrekening',
    'tegenrekening iban bban',
    'rekening tegenpartij',
    'iban tegenpartij',
    'kontonummer iban',
    'iban zahlungsbeteiligter',
    'iban des zahlungspflichtigen',
    'partner iban',
    'counterparty iban',
    'payer iban',
    'compte contrepartie',
  ],
};

/** Columns of which several are one text. */
const isJoined = (column: BankColumn) => column === 'message';

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

const waiting =
  /vorgemerkt|pending|in behandeling|reserv|declined|reverted|failed|rejected|cancel|en attente|a venir/;
const outgoing = /^(?:af|debet|debit|d|dbit|soll|s|out|-)$/;
const incoming = /^(?:bij|credit|c|crdt|haben|h|in|\+)$/;

export interface BankTable {
  readonly rows: readonly (readonly string[])[];
  /** Which row names the columns; -1 where none does. */
  readonly head: number;
  /** What the same bank writes again the next time. */
  readonly header: string;
  readonly columns: ColumnPlaces;
}

const separators = [';', ',', '\t', '|'];
const mostPreamble = 20;

/** The table in a file, with the columns that are known by their names. */
export function findBankTable(text: string): BankTable {
  const tables = separators.map((separator) => {
    const rows = parseCsv(text, separator);
    const heads = rows.slice(0, mostPreamble).map((row) => columnsOf(row));
    const head = heads.findIndex(isReadable);
    const columns = heads[head] ?? {};
    const width = rows.slice(0, mostPreamble).reduce((most, row) => Math.max(most, row.length), 0);
    return {
      rows,
      head,
      columns,
      width,
      score: Object.keys(columns).length * 100 + Math.min(width, 60),
    };
  });
  const [best] = tables.toSorted((one, other) => other.score - one.score);
  const { rows, head, columns, width } = best ?? { rows: [], head: -1, columns: {}, width: 0 };
  const named = head === -1 ? namesIn(rows[0]) : (rows[head] ?? []);
  const header = (named ?? [`${width} columns`])
    .map((name) => cleanText(name, 60))
    .join(';')
    .slice(0, 4000);
  return { rows, head: head === -1 && named !== null ? 0 : head, header, columns };
}

/** A first row without a day and an amount names columns, in words that are not known. */
const namesIn = (row: readonly string[] | undefined) =>
  row?.some((cell) => dayOf(cell) !== null || amountMinor(cell, 'EUR') !== null) === false
    ? row
    : null;

function columnsOf(row: readonly string[]): ColumnPlaces {
  const names = row.map(plainName);
  const taken = new Set<number>();
  const columns: Partial<Record<BankColumn, readonly number[]>> = {};
  for (const column of bankColumns) {
    const places = knownNames[column]
      .map((name) => names.indexOf(name))
      .filter((place) => place >= 0 && !taken.has(place));
    const found = isJoined(column) ? places : places.slice(0, 1);
    if (found.length === 0) continue;
    columns[column] = found;
    for (const place of found) taken.add(place);
  }
  return columns;
}

/** Whether it says when, and how much. */
export const isReadable = ({ day, amount, credit }: ColumnPlaces): boolean =>
  day !== undefined && (amount !== undefined || credit !== undefined);

/** What was kept by others is checked: a file of another bank may begin alike. */
export function parseColumns(value: unknown, width: number): ColumnPlaces | null {
  if (typeof value !== 'object' || value === null) return null;
  const columns: Partial<Record<BankColumn, readonly number[]>> = {};
  for (const column of bankColumns) {
    const places: unknown = Reflect.get(value, column);
    if (!Array.isArray(places)) continue;
    const known = places.filter((place) => Number.isInteger(place) && place >= 0 && place < width);
    if (known.length > 0) columns[column] = known;
  }
  return isReadable(columns) ? columns : null;
}

type Line = Omit<BankLine, 'ordinal'>;

/** `fallback` is the account and the currency of a file that names none. */
export function readBankTable(
  { rows, head, header }: BankTable,
  columns: ColumnPlaces,
  fallback: { readonly account: string; readonly currency: string },
): Result<BankStatement, string> {
  const lines: Line[] = [];
  const problems: string[] = [];
  let pending = 0;
  for (const [index, row] of rows.entries()) {
    if (index <= head) continue;
    const cell = (column: BankColumn) =>
      (columns[column] ?? [])
        .map((place) => row[place]?.trim() ?? '')
        .filter((text) => text !== '')
        .join(' ');
    if (waiting.test(plainName(cell('status')))) {
      pending += 1;
      continue;
    }
    const told = cell('currency').toUpperCase();
    const currency = /^[A-Z]{3}$/.test(told) ? told : fallback.currency;
    const amount = amountIn(cell, currency);
    const bookedOn = dayOf(cell('day'));
    // What is above and below the entries has neither.
    if (amount === 'none' || (bookedOn === null && amount === null)) continue;
    if (amount === null || bookedOn === null) {
      const wrong =
        amount === null ? ['amount', cell('amount') || cell('credit')] : ['date', cell('day')];
      problems.push(
        `Row ${index + 1}: the ${wrong[0]} “${cleanText(wrong[1] ?? '', 40)}” can’t be understood.`,
      );
      continue;
    }
    if (amount === 0) continue;
    lines.push({
      place: index + 1,
      kind: amount < 0 ? 'debit' : cell('returned') === '' ? 'credit' : 'returned',
      // What is no IBAN is a name that the bank gives it.
      account: parseIban(cell('account')) ?? fallback.account,
      bookedOn,
      amountMinor: Math.abs(amount),
      currency,
      payer: cleanText(cell('payer'), 140),
      message: cleanText(cell('message'), 1000),
      bankReference: cleanText(cell('reference'), 140),
      ...payerAccountOf(cell('payerAccount')),
    });
  }
  if (lines.length === 0 && problems.length > 0)
    return fail(`No row can be read. ${problems[0] ?? ''}`);
  return checkStatement({
    format: 'csv',
    account: lines[0]?.account ?? fallback.account,
    lines: numberLines(lines),
    pending,
    balances: [],
    header,
    columns: { ...columns },
    problems,
  });
}

function payerAccountOf(text: string): Pick<Line, 'payerAccount'> {
  const iban = parseIban(text);
  return iban === null ? {} : { payerAccount: iban };
}

/** With its sign; null where it is none, `none` where nothing is told. */
function amountIn(cell: (column: BankColumn) => string, currency: string): number | null | 'none' {
  const [credit, debit, amount] = [cell('credit'), cell('debit'), cell('amount')];
  if (amount === '' && credit === '' && debit === '') return 'none';
  if (amount === '') {
    const read = amountMinor(credit === '' ? debit : credit, currency);
    return read === null || credit !== '' ? read : -Math.abs(read);
  }
  const read = amountMinor(amount, currency);
  const direction = plainSign(cell('direction'));
  if (read === null || direction === '') return read;
  if (outgoing.test(direction)) return -Math.abs(read);
  return incoming.test(direction) ? Math.abs(read) : null;
}

const plainSign = (text: string) => (/^[+-]$/.test(text.trim()) ? text.trim() : plainName(text));
