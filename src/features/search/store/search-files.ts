/**
 * Invariant: words and finds of one answer are of one build; when a newer build has replaced the
 * files, its own are read instead.
 */
import type { Find, FindKind, SearchManifest, WordPart } from '../model/search-index.ts';

const kinds: ReadonlySet<string> = new Set<FindKind>([
  'keyboard',
  'product',
  'artisan',
  'update',
  'question',
  'page',
]);

export class IndexUnreadable extends Error {}

const read = new Map<string, Promise<unknown>>();

/** Each file once; one that did not arrive is asked for again the next time. */
function readFile(path: string): Promise<unknown> {
  const known = read.get(path);
  if (known) return known;
  const asked = fetch(path).then((answer) => {
    if (!answer.ok) throw new IndexUnreadable(`${path} answered ${answer.status}`);
    return answer.json();
  });
  read.set(path, asked);
  asked.catch(() => read.delete(path));
  return asked;
}

/** The newest, whatever was read before. */
export function forgetIndex(): void {
  read.clear();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function readManifest(): Promise<SearchManifest> {
  const manifest = await readFile('/search/index.json');
  if (isRecord(manifest)) {
    const { version, finds, parts, suggestions } = manifest;
    if (typeof version === 'string' && typeof finds === 'number' && typeof parts === 'number') {
      const texts = Array.isArray(suggestions) ? suggestions : [];
      return {
        version,
        finds,
        parts,
        suggestions: texts.filter((each) => typeof each === 'string'),
      };
    }
  }
  throw new IndexUnreadable('The manifest of the search is not what it should be.');
}

export async function readWords({ version }: SearchManifest, part: number): Promise<WordPart> {
  const words = await readFile(`/search/parts/${version}-w${part}.json`);
  if (!isRecord(words)) throw new IndexUnreadable('A part of the search is not words.');
  const entries = Object.entries(words).map(([word, numbers]): [string, readonly number[]] => [
    word,
    Array.isArray(numbers) ? numbers.filter((number) => typeof number === 'number') : [],
  ]);
  return Object.fromEntries(entries);
}

export async function readFinds(
  { version }: SearchManifest,
  block: number,
): Promise<readonly (Find | null)[]> {
  const finds = await readFile(`/search/parts/${version}-f${block}.json`);
  if (!Array.isArray(finds)) throw new IndexUnreadable('A part of the search is not finds.');
  return finds.map(parseFind);
}

function isKind(value: unknown): value is FindKind {
  return typeof value === 'string' && kinds.has(value);
}

function parseFind(value: unknown): Find | null {
  if (!isRecord(value)) return null;
  const { kind, title, path, note, picture, isArchived } = value;
  // Whoever could write an index could otherwise send a visitor anywhere.
  if (!isKind(kind) || typeof title !== 'string' || typeof path !== 'string') return null;
  if (!/^\/(?!\/)/.test(path)) return null;
  return {
    kind,
    title,
    path,
    note: typeof note === 'string' ? note : '',
    picture: typeof picture === 'string' ? picture : '',
    isArchived: isArchived === true,
  };
}
