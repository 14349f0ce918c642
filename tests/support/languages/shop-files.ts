/** The files whose texts a shopper may read: what pages outside the desk, mails and documents stand on. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from '../../../scripts/function-languages.ts';
import { isOfDesk } from '../../../src/build/languages/desk-files.ts';

const imported = /(?:from|import\(?|import)\s*['"]([#.][^'"?]+)(\?[^'"]*)?['"]/g;
function importsOf(root: string, file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  return [...source.matchAll(imported)].flatMap(([, asked = '']) => {
    const found = asked.startsWith('#')
      ? path.posix.join('src', asked.slice(1))
      : path.posix.join(path.posix.dirname(file), asked);
    return /\.(?:ts|tsx|astro)$/.test(found) && existsSync(path.join(root, found)) ? [found] : [];
  });
}

export function shopFiles(root: string): readonly string[] {
  const pages = globSync('src/pages/**/*.{ts,astro}', { cwd: root });
  const seen = new Set<string>();
  const waiting = [
    ...sources.map(({ input }) => input),
    ...pages.map((file) => file.split(path.sep).join('/')),
  ];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || isOfDesk(file)) continue;
    seen.add(file);
    waiting.push(...importsOf(root, file));
  }
  return [...seen].toSorted();
}
