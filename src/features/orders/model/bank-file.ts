/** A file as a bank gives it: bytes of some encoding, XML or CSV. */
import { fail, succeed, type Result } from '#shared/result.ts';
import { findBankTable, type BankTable } from './bank-csv.ts';
import { mostBytes, type BankStatement } from './bank-statement.ts';
import { readCamt } from './camt.ts';

export type BankFile =
  | { readonly kind: 'statement'; readonly statement: BankStatement }
  | { readonly kind: 'table'; readonly table: BankTable };

export function readBankFile(bytes: Uint8Array): Result<BankFile, string> {
  if (bytes.length === 0) return fail('This file is empty.');
  if (bytes.length > mostBytes)
    return fail('This file is larger than 10 MB. Export a shorter period.');
  const text = decode(bytes);
  if (/^\s*</.test(text)) {
    const read = readCamt(text);
    return read.ok ? succeed({ kind: 'statement', statement: read.value }) : read;
  }
  // A workbook, a PDF, a picture: whatever is made of text has no such signs.
  const head = Array.from(text.slice(0, 2000));
  const isBinary = head.some((sign) => sign < '\t' || sign === '\uFFFD');
  if (isBinary || text.startsWith('%PDF'))
    return fail('This is no CAMT.053 and no CSV file. Export the statement in one of these forms.');
  if (/^\s*(?::20:|\{1:)/.test(text))
    return fail('This is an MT940 statement. Export it as CAMT.053 or CSV.');
  const table = findBankTable(text);
  const isTable = table.rows.length > 1 && table.rows.some((row) => row.length > 2);
  return isTable
    ? succeed({ kind: 'table', table })
    : fail('There is no table of entries in this file.');
}

/** UTF-8 where it is, as told by the file or its first bytes; else as Windows writes western letters. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
