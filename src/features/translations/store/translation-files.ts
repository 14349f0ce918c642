/** Texts out to translators and in again. Invariant: nothing of a file is written before it was looked at. */
import { chunk, type BulkOutcome } from '#desk-kit/model/table-bulk.ts';
import { cellsOf, changedMeanwhile, outcomeOf } from '#desk-kit/store/desk-files.ts';
import { unanswered } from '#shared/backend/errors.ts';
import { csvLine } from '#shared/csv.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import { languageName } from '#languages/languages.ts';
import { listTranslations, saveTranslations, type TextsAsked } from '../api/translations.ts';
import { textKey, type DeskText } from '../model/desk-text.ts';
import {
  fileHeads,
  fileLine,
  readFile,
  type TranslationReport,
} from '../model/translation-file.ts';
import { problemOf } from '../model/translation-words.ts';

const everything: TextsAsked = { show: 'all', area: null, search: '' };
const pageSize = 500;
const savedAtOnce = 50;

async function readAll(
  language: string,
  asked: TextsAsked,
  onPage: (texts: readonly DeskText[]) => void,
  signal?: AbortSignal,
): Promise<string | null> {
  for (let after: DeskText | null = null; ;) {
    const page: Awaited<ReturnType<typeof listTranslations>> = await listTranslations(
      language,
      asked,
      after,
      pageSize,
      { signal },
    ).catch(unanswered);
    if (!page.ok) return page.error.kind === 'aborted' ? 'Cancelled.' : page.error.message;
    onPage(page.value);
    after = page.value.at(-1) ?? null;
    if (page.value.length < pageSize) return null;
  }
}

export async function exportTexts(
  language: string,
  asked: TextsAsked,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Result<readonly string[], string>> {
  const parts = ['\uFEFF', csvLine(fileHeads(languageName(language)))];
  let count = 0;
  const onPage = (texts: readonly DeskText[]) => {
    parts.push(texts.map((text) => csvLine(fileLine(text))).join(''));
    onProgress((count += texts.length));
  };
  const problem = await readAll(language, asked, onPage, signal);
  return problem === null ? succeed(parts) : fail(problem);
}

export async function judgeFile(
  language: string,
  file: string,
  takesOlder: boolean,
): Promise<Result<TranslationReport, string>> {
  const cells = cellsOf(file);
  if (!cells.ok) return cells;
  const known = new Map<string, DeskText>();
  const onPage = (texts: readonly DeskText[]) => {
    for (const text of texts) known.set(textKey(text), text);
  };
  const problem = await readAll(language, everything, onPage);
  if (problem !== null) return fail(problem);
  return succeed(readFile(cells.value, languageName(language), known, takesOlder));
}

/** In parts; of each text is told what became of it. */
export async function importTexts(
  language: string,
  { lines, texts, takesOlder }: TranslationReport,
  signal: AbortSignal,
  onOutcome: (outcome: BulkOutcome) => void,
): Promise<void> {
  const changes = lines.flatMap((line) => (line.kind === 'change' ? [line.row] : []));
  for (const part of chunk(changes, savedAtOnce)) {
    if (signal.aborted) return;
    const sent = part.flatMap(({ id, version }) => {
      const file = texts.get(id);
      const [table = '', rowId = '', column = ''] = id.split(':');
      return file === undefined
        ? []
        : [{ table, rowId, column, text: file.text, source: file.source, version: version ?? 0 }];
    });
    const done = await saveTranslations(language, sent, takesOlder).catch(unanswered);
    if (!done.ok) {
      const { kind, message } = done.error;
      for (const { id } of part) onOutcome({ id, kind: outcomeOf(kind), reason: message });
      continue;
    }
    for (const saved of done.value) {
      const id = textKey(saved);
      const reason =
        saved.outcome === 'conflict' ? changedMeanwhile : (problemOf(saved.outcome) ?? '');
      onOutcome(reason === '' ? { id, kind: 'done' } : { id, kind: 'refused', reason });
    }
  }
}
