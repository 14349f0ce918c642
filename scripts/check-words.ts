import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readPublishedFiles, stringsOf } from './published-texts.ts';

export interface WordFault {
  readonly place: string;
  readonly word: string;
  readonly text: string;
}

/** The last column of the table in docs/words.md. */
export function readUnwantedWords(page: string): readonly string[] {
  return page
    .split('\n')
    .filter((row) => row.startsWith('|') && !/^\|(-|.*\| not \|$)/.test(row))
    .flatMap(
      (row) =>
        row
          .split('|')
          .at(-2)
          ?.split(/,(?! please)/) ?? [],
    )
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

export function findWordFaults(
  files: Iterable<readonly [file: string, text: string]>,
  words: readonly string[],
): WordFault[] {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const signs = escaped.filter((word) => !/^\w/.test(word));
  const unwanted = new RegExp(
    [`(?<![\\w’])(?:${escaped.join('|')})(?![\\w’])`, ...signs].join('|'),
    'gi',
  );
  const faults: WordFault[] = [];
  for (const [file, text] of files) {
    for (const said of stringsOf(file, text)) {
      const plain = said.text.replace(/\s+/g, ' ').replaceAll("'", '’').trim();
      for (const [word] of plain.matchAll(unwanted)) {
        faults.push({ place: `${file}:${said.line}`, word, text: plain.slice(0, 160) });
      }
    }
  }
  return faults;
}

export async function findUnwantedWords(projectFolder: string): Promise<WordFault[]> {
  const words = readUnwantedWords(
    await readFile(path.join(projectFolder, 'docs/words.md'), 'utf8'),
  );
  const files = await readPublishedFiles(projectFolder);
  return findWordFaults(
    files.filter(([file]) => !file.startsWith('src/content/')),
    words,
  );
}
