/** The file that translators get and give back. Invariant: a line without a translation changes nothing. */
import type { ImportLine, ImportReport } from '#desk-kit/model/table-import.ts';
import { textKey, type DeskText } from './desk-text.ts';
import { fieldWord } from './translation-words.ts';

const keyHead = 'Key';
const sourceHead = 'English';

export const fileHeads = (language: string): readonly string[] => [
  keyHead,
  'Belongs to',
  'Field',
  sourceHead,
  language,
];

export const fileLine = (text: DeskText): readonly string[] => [
  textKey(text),
  text.owner,
  fieldWord(text),
  text.source,
  text.text,
];

export interface FileText {
  readonly key: string;
  readonly source: string;
  readonly text: string;
}

export interface TranslationReport extends ImportReport {
  /** What is written, by the numbers of their lines. */
  readonly texts: ReadonlyMap<string, FileText>;
  /** Whether those are taken that were made from an older text. */
  readonly takesOlder: boolean;
}

const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();

interface Place {
  readonly line: number;
  /** What the report calls it. */
  readonly key: string;
}

function judge(
  place: Place,
  { key, source, text }: FileText,
  now: DeskText | undefined,
  takesOlder: boolean,
): ImportLine {
  const wrong = (problem: string): ImportLine => ({ ...place, kind: 'wrong', problems: [problem] });
  if (now === undefined) return wrong('This text no longer exists');
  if (plain(text) === '' || plain(text) === now.text) return { ...place, kind: 'same' };
  const isOlder = plain(source) !== plain(now.source);
  if (isOlder && !takesOlder)
    return wrong('The English text has changed since this file was exported');
  return {
    ...place,
    kind: 'change',
    row: { id: key, version: now.version, values: {} },
    changes: [{ column: 'text', before: now.text, after: plain(text) }],
    ...(isOlder ? { note: 'will be out of date' } : {}),
  };
}

export function readFile(
  cells: readonly (readonly string[])[],
  language: string,
  texts: ReadonlyMap<string, DeskText>,
  takesOlder: boolean,
): TranslationReport {
  const [heads = [], ...body] = cells;
  const at = (head: string) =>
    heads.findIndex((each) => each.trim().toLowerCase() === head.toLowerCase());
  const [keyAt, sourceAt, textAt] = [at(keyHead), at(sourceHead), at(language)];
  const missing = [keyHead, sourceHead, language].find((head) => at(head) < 0);
  const known = fileHeads(language).map((head) => head.toLowerCase());
  const ignoredColumns = heads.filter((head) => !known.includes(head.trim().toLowerCase()));
  if (missing !== undefined) {
    const problem = `The first line has no column “${missing}”.`;
    return { lines: [], ignoredColumns, problem, texts: new Map(), takesOlder };
  }
  const written = new Map<string, FileText>();
  const seen = new Set<string>();
  const lines = body.map((row, index): ImportLine => {
    const line = index + 2;
    const file = { key: row[keyAt] ?? '', source: row[sourceAt] ?? '', text: row[textAt] ?? '' };
    const now = texts.get(file.key);
    const name = now === undefined ? file.key : `${now.owner}, ${fieldWord(now)}`;
    if (seen.has(file.key))
      return { line, key: name, kind: 'wrong', problems: ['This text is in the file twice'] };
    seen.add(file.key);
    const judged = judge({ line, key: name }, file, now, takesOlder);
    if (judged.kind === 'change') {
      // Its own spelling of the English, but for how lines end.
      const source = plain(file.source) === plain(now?.source ?? '') ? now?.source : file.source;
      written.set(file.key, { ...file, source: source ?? '', text: plain(file.text) });
    }
    return judged;
  });
  return {
    lines,
    ignoredColumns,
    problem: null,
    titles: { text: language },
    texts: written,
    takesOlder,
  };
}
