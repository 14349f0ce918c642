import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

export interface Said {
  readonly line: number;
  readonly text: string;
}

const lineAt = (text: string, place: number) => text.slice(0, place).split('\n').length;

function* stringsIn(code: string, kind = ts.ScriptKind.TSX): Generator<Said> {
  const file = ts.createSourceFile('x', code, ts.ScriptTarget.Latest, true, kind);
  const nodes: ts.Node[] = [file];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (ts.isImportDeclaration(node)) continue;
    const text =
      ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateLiteralToken(node)
        ? node.text
        : '';
    if (text.includes(' ')) {
      yield { line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text };
    }
    ts.forEachChild(node, (child) => void nodes.push(child));
  }
}

const blank = (part: string) => part.replace(/[^\n]/g, ' ');

/** What a component says: its code, then its markup, each in its place. */
function* stringsOfPage(text: string): Generator<Said> {
  const code = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[0] ?? '';
  yield* stringsIn(code.replaceAll('---', '   '));
  const markup = text
    .slice(code.length)
    .replace(/<style[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, blank);
  yield* stringsIn(`${blank(code)}<>${markup}</>`);
}

/** Comments of a schema are for its builders; what is quoted is read by people. */
function* stringsOfSql(text: string): Generator<Said> {
  const code = text
    .replace(/^(?:comment on|call pg_temp)(?:'(?:[^']|'')*'|[^';])*;$/gm, blank)
    .replace(/^\s*--.*$/gm, blank);
  for (const found of code.matchAll(/\$md\$([\s\S]*?)\$md\$|'((?:[^']|'')*)'/g)) {
    const said = (found[1] ?? found[2] ?? '').replaceAll("''", '’');
    if (said.includes(' ')) yield { line: lineAt(code, found.index), text: said };
  }
}

/** A sign-in mail: every line, in HTML without its styles and tags. */
function* linesOfMail(text: string): Generator<Said> {
  const plain = text.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, blank);
  for (const [at, line] of plain.split('\n').entries()) {
    if (line.trim().includes(' ')) yield { line: at + 1, text: line };
  }
}

export function stringsOf(file: string, text: string): Generator<Said> {
  if (file.endsWith('.html') || file.endsWith('.txt')) return linesOfMail(text);
  if (file.endsWith('.sql')) return stringsOfSql(text);
  if (file.endsWith('.astro')) return stringsOfPage(text);
  return stringsIn(text, file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX);
}

const places = [
  '{src,supabase/functions}/**/*.{ts,tsx,astro}',
  'supabase/schemas/**/*.sql',
  'supabase/{starter,seed}.sql',
  'supabase/templates/**/*.{html,txt}',
];
/** Generated, or read by machines. */
const notRead =
  /database\.types\.ts$|\/keyboard-layouts\/|common-passwords\.ts$|\/mail\/languages\/|src\/(build|drawing)\//;

export async function readPublishedFiles(
  projectFolder: string,
): Promise<(readonly [file: string, text: string])[]> {
  const files: [string, string][] = [];
  for await (const found of glob(places, { cwd: projectFolder })) {
    const file = found.split(path.sep).join('/');
    if (notRead.test(file)) continue;
    files.push([file, await readFile(path.join(projectFolder, file), 'utf8')]);
  }
  return files.toSorted(([a], [b]) => a.localeCompare(b));
}
