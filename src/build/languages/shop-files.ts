/**
 * The files whose texts a shopper may read: what the pages outside the desk stand on. The desk speaks
 * the first language.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const imported = /(?:from|import\(?|import)\s*['"]([#.][^'"?]+)(\?[^'"]*)?['"]/g;
export const isOfDesk = (file: string): boolean =>
  /\/desk\/|^src\/(?:desk-kit|build|drawing|languages)\//.test(file) ||
  /^src\/(?:pages\/admin|layouts\/Admin)/.test(file);

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
  const waiting = pages.map((file) => file.split(path.sep).join('/'));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || isOfDesk(file)) continue;
    seen.add(file);
    waiting.push(...importsOf(root, file));
  }
  return [...seen].toSorted();
}
