/**
 * Statements as ISO 20022 has them, camt.053 in any of its versions: they name the same things, and wrap
 * some of them in one element more.
 */
import { fail, succeed, type Result } from '#shared/result.ts';
import { parseIban } from './bank-account.ts';
import {
  accountOf,
  amountMinor,
  checkStatement,
  cleanText,
  dayOf,
  numberLines,
  type BalanceCheck,
  type BankLine,
  type BankStatement,
} from './bank-statement.ts';
import { childOf, childrenOf, readXml, textAt, type XmlElement } from '#shared/xml.ts';

type Line = Omit<BankLine, 'ordinal'>;

interface ReadEntries {
  readonly lines: readonly Line[];
  readonly pending: number;
  /** All that is booked, with its sign. */
  readonly sumMinor: number;
}

const otherReports: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'a report of the day (camt.052)',
  BkToCstmrDbtCdtNtfctn: 'a note about single entries (camt.054)',
  CstmrCdtTrfInitn: 'a payment order (pain.001)',
};

export function readCamt(text: string): Result<BankStatement, string> {
  const read = readXml(text);
  if (!read.ok) return read;
  const message = childOf(read.value, 'BkToCstmrStmt');
  if (read.value.name !== 'Document' || message === undefined) {
    const other = otherReports[read.value.children[0]?.name ?? ''];
    return fail(
      other === undefined
        ? 'This XML is no bank statement. Export the statement as CAMT.053.'
        : `This is ${other}. Export the statement as CAMT.053.`,
    );
  }
  const statements = childrenOf(message, 'Stmt');
  const lines: Line[] = [];
  const balances: BalanceCheck[] = [];
  let pending = 0;
  for (const statement of statements) {
    const entries = readEntries(statement, lines.length);
    if (!entries.ok) return entries;
    lines.push(...entries.value.lines);
    pending += entries.value.pending;
    const balance = balanceOf(statement, entries.value.sumMinor);
    if (balance !== null) balances.push(balance);
  }
  const [first] = statements;
  return checkStatement({
    format: 'camt',
    account: first === undefined ? '' : accountIn(first),
    lines: numberLines(lines),
    pending,
    balances,
    header: '',
    columns: {},
    problems: [],
  });
}

const accountIn = (statement: XmlElement): string =>
  accountOf(
    textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'),
  );

const codeOf = (element: XmlElement | undefined): string =>
  textAt(element, 'Cd') || (element?.text.trim() ?? '');

const isDebit = (element: XmlElement | undefined): boolean =>
  textAt(element, 'CdtDbtInd') === 'DBIT';

interface Amount {
  readonly minor: number;
  readonly currency: string;
}

function amountIn(element: XmlElement | undefined): Amount | null {
  const currency = element?.attributes.get('Ccy') ?? '';
  const text = element?.text.trim() ?? '';
  const minor = /^\d{1,15}(?:\.\d{1,5})?$/.test(text)
    ? amountMinor(text.replace(/(\.\d\d?)0*$/, '$1'), currency)
    : null;
  return minor === null ? null : { minor, currency };
}

function readEntries(statement: XmlElement, before: number): Result<ReadEntries, string> {
  const lines: Line[] = [];
  let pending = 0;
  let sumMinor = 0;
  for (const [index, entry] of childrenOf(statement, 'Ntry').entries()) {
    const status = codeOf(childOf(entry, 'Sts'));
    if (status !== '' && status !== 'BOOK') {
      pending += 1;
      continue;
    }
    const amount = amountIn(childOf(entry, 'Amt'));
    const bookedOn = dayOf(dateIn(entry, 'BookgDt') || dateIn(entry, 'ValDt'));
    if (amount === null || bookedOn === null)
      return fail(
        `Entry ${before + index + 1} of this file has no ${amount === null ? 'amount' : 'date'} that can be understood.`,
      );
    sumMinor += isDebit(entry) ? -amount.minor : amount.minor;
    if (amount.minor === 0) continue;
    const whole = { account: accountIn(statement), bookedOn, place: before + index + 1 };
    lines.push(...linesOf(entry, amount, whole));
  }
  return succeed({ lines, pending, sumMinor });
}

const dateIn = (entry: XmlElement, name: string): string =>
  textAt(entry, name, 'Dt') || textAt(entry, name, 'DtTm');

/** One entry of the account may hold several payments, which are told apart only where they sum to it. */
function linesOf(
  entry: XmlElement,
  amount: Amount,
  whole: Pick<Line, 'account' | 'bookedOn' | 'place'>,
): readonly Line[] {
  const details = childrenOf(entry, 'NtryDtls').flatMap((each) => childrenOf(each, 'TxDtls'));
  const kind = kindOf(entry, details);
  const reference = referenceOf(textAt(entry, 'AcctSvcrRef'));
  const single = (): Line => ({
    ...whole,
    kind,
    amountMinor: amount.minor,
    currency: amount.currency,
    payer: cleanText([...new Set(details.map(payerOf))].join(', '), 140),
    message: messageOf(entry, details),
    bankReference: reference || (details.length === 1 ? ownReference(details[0]) : ''),
    ...(details.length === 1 ? payerAccountOf(details[0]) : {}),
  });
  if (details.length < 2) return [single()];
  const parts = details.map((detail) => partOf(detail, amount.currency));
  const sum = parts.reduce<number>((total, part) => total + (part ?? Number.NaN), 0);
  if (sum !== amount.minor) return [single()];
  return details.map((detail, index) => ({
    ...whole,
    kind: kindOf(entry, [detail]),
    amountMinor: parts[index] ?? 0,
    currency: amount.currency,
    payer: payerOf(detail),
    ...payerAccountOf(detail),
    message: messageOf(undefined, [detail]),
    // The bank's name for the entry is that of all its parts.
    bankReference:
      ownReference(detail) || (reference === '' ? '' : cleanText(`${reference}/${index + 1}`, 140)),
  }));
}

function kindOf(entry: XmlElement, details: readonly XmlElement[]): Line['kind'] {
  if (textAt(entry, 'RvslInd') === 'true') return 'reversed';
  if (isDebit(entry)) return 'debit';
  return details.some((detail) => childOf(detail, 'RtrInf') !== undefined) ? 'returned' : 'credit';
}

/** In the currency of the account, as far as the bank says it. */
function partOf(detail: XmlElement, currency: string): number | null {
  const told = [
    childOf(detail, 'Amt'),
    childOf(detail, 'AmtDtls', 'TxAmt', 'Amt'),
    childOf(detail, 'AmtDtls', 'CntrValAmt', 'Amt'),
    childOf(detail, 'AmtDtls', 'InstdAmt', 'Amt'),
  ].map(amountIn);
  return told.find((amount) => amount?.currency === currency && amount.minor > 0)?.minor ?? null;
}

function payerOf(detail: XmlElement): string {
  const parties = childOf(detail, 'RltdPties');
  const names = ['Dbtr', 'UltmtDbtr'].map(
    (role) => textAt(parties, role, 'Nm') || textAt(parties, role, 'Pty', 'Nm'),
  );
  return cleanText(names.find((name) => name !== '') ?? '', 140);
}

/** Of a payment that came. */
function payerAccountOf(detail: XmlElement | undefined): Pick<Line, 'payerAccount'> {
  const iban = parseIban(textAt(detail, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN'));
  return iban === null ? {} : { payerAccount: iban };
}

function messageOf(entry: XmlElement | undefined, details: readonly XmlElement[]): string {
  const texts = details.flatMap((detail) => {
    const remittance = childOf(detail, 'RmtInf');
    return [
      ...childrenOf(remittance, 'Ustrd').map((each) => each.text),
      ...childrenOf(remittance, 'Strd').flatMap((each) => [
        textAt(each, 'CdtrRefInf', 'Ref') || textAt(each, 'CdtrRefInf', 'CdtrRef'),
        ...childrenOf(each, 'RfrdDocInf').map(
          (document) => textAt(document, 'Nb') || textAt(document, 'RfrdDocNb'),
        ),
        ...childrenOf(each, 'AddtlRmtInf').map((more) => more.text),
      ]),
      referenceOf(textAt(detail, 'Refs', 'EndToEndId')),
    ];
  });
  const told = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
  // What a bank adds repeats all of it, and says something only where nothing else does.
  const added = details.map((detail) => textAt(detail, 'AddtlTxInf')).find((text) => text !== '');
  const last = told.length > 0 ? [] : [added ?? textAt(entry, 'AddtlNtryInf')];
  return cleanText([...told, ...last].join(' '), 1000);
}

/** NtryRef is not asked: at some banks it counts within one file. */
const ownReference = (detail: XmlElement | undefined): string =>
  referenceOf(textAt(detail, 'Refs', 'AcctSvcrRef'));

const referenceOf = (text: string): string =>
  /^(?:NOTPROVIDED|NONREF|NOTAVAILABLE|0*)$/i.test(text) ? '' : cleanText(text, 140);

function balanceOf(statement: XmlElement, sumMinor: number): BalanceCheck | null {
  const balances = childrenOf(statement, 'Bal').map((balance) => {
    const amount = amountIn(childOf(balance, 'Amt'));
    const code = codeOf(childOf(balance, 'Tp', 'CdOrPrtry'));
    return (
      amount && {
        code,
        currency: amount.currency,
        minor: isDebit(balance) ? -amount.minor : amount.minor,
      }
    );
  });
  const find = (...codes: readonly string[]) =>
    codes
      .map((code) => balances.find((each) => each?.code === code))
      .find((each) => each !== undefined);
  const opening = find('OPBD', 'PRCD');
  const closing = find('CLBD');
  if (!opening || !closing || opening.currency !== closing.currency) return null;
  return {
    openingMinor: opening.minor,
    closingMinor: closing.minor,
    currency: closing.currency,
    differsMinor: opening.minor + sumMinor - closing.minor,
  };
}
