/** Invariant: the facts name the build they are of, and count for no other one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWholeFile } from '#content/whole-file.ts';
import type { PageFacts } from './published-pages.ts';

export interface SiteFacts {
  readonly id: string;
  readonly agreedStyles: readonly string[];
  readonly pages: ReadonlyMap<string, PageFacts>;
}

type ListName = 'scripts' | 'styles' | 'pictures' | 'files';

/** Thousands of pages share a few lists, which are written once. */
interface KeptFacts {
  readonly id: string;
  readonly agreedStyles: readonly string[];
  readonly lists: readonly (readonly string[])[];
  readonly pages: readonly (readonly [
    string,
    Omit<PageFacts, ListName> & Readonly<Record<ListName, number>>,
  ])[];
}

const fileOf = (folder: string) => path.join(folder, 'site-facts.json');

export function keepSiteFacts(folder: string, { id, agreedStyles, pages }: SiteFacts): void {
  const numbers = new Map<string, number>();
  const numberOf = (list: readonly string[]): number => {
    const text = JSON.stringify(list);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const numbered = Array.from(
    pages,
    ([file, { page, key, hasSounds, scripts, styles, pictures, files }]) => [
      file,
      {
        page,
        key,
        hasSounds,
        scripts: numberOf(scripts),
        styles: numberOf(styles),
        pictures: numberOf(pictures),
        files: numberOf(files),
      },
    ],
  );
  const lists = Array.from(numbers.keys(), (text): unknown => JSON.parse(text));
  writeWholeFile(fileOf(folder), JSON.stringify({ id, agreedStyles, lists, pages: numbered }));
}

export function readSiteFacts(folder: string): SiteFacts {
  const kept = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as KeptFacts;
  const listOf = (number: number): readonly string[] => kept.lists[number] ?? [];
  const pages = kept.pages.map(([file, facts]): [string, PageFacts] => [
    file,
    {
      ...facts,
      scripts: listOf(facts.scripts),
      styles: listOf(facts.styles),
      pictures: listOf(facts.pictures),
      files: listOf(facts.files),
    },
  ]);
  return { id: kept.id, agreedStyles: kept.agreedStyles, pages: new Map(pages) };
}
