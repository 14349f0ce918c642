/** What a site of the first language holds of others: a build in parts begins without it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folderOf = (site: string) => path.join(site, 'builds', 'languages');

/** `files` may be folders. */
export function noteJoined(site: string, code: string, files: readonly string[]): void {
  mkdirSync(folderOf(site), { recursive: true });
  writeFileSync(path.join(folderOf(site), `${code}.json`), JSON.stringify(files));
}

export function joinedFiles(site: string): readonly string[] {
  const folder = folderOf(site);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap(
    (name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as readonly string[],
  );
}
