/**
 * Invariant: a text is found by all of its bytes, its numbers filled in, and what no page asked for
 * any more is forgotten.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeWholeFile } from '#content/whole-file.ts';

const fileOf = (cacheFolder: string) => path.join(cacheFolder, 'rows', 'markdown.json');

function readKept(cacheFolder: string): ReadonlyMap<string, string> {
  try {
    return new Map(JSON.parse(readFileSync(fileOf(cacheFolder), 'utf8')) as [string, string][]);
  } catch {
    return new Map();
  }
}

/** From here on the pages' code finds it where it renders texts. Gives what keeps it for next time. */
export function handOverMarkdown(cacheFolder: string): () => void {
  const kept = readKept(cacheFolder);
  const used = new Map<string, string>();
  const find = (text: string, render: (text: string) => string): string => {
    const name = createHash('sha1').update(text).digest('base64');
    const html = used.get(name) ?? kept.get(name) ?? render(text);
    used.set(name, html);
    return html;
  };
  Object.assign(globalThis, { keywrightMarkdown: find });
  return () => {
    const isSame = used.size === kept.size && [...used.keys()].every((name) => kept.has(name));
    if (isSame) return;
    writeWholeFile(fileOf(cacheFolder), JSON.stringify([...used]));
  };
}
