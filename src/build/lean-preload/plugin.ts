/**
 * How built pages load lazy scripts. Vite's helper, which guesses what to fetch ahead, and the lists it is
 * given are a kilobyte on every page. Invariants: a script that is loaded late names all that it stands on,
 * so that after it everything else is asked for together, never file after file; style sheets come with the
 * page, so that a lazy script brings none, and a build where one does is refused. And a script is imported
 * only once all of that is in the browser's cache: many browsers keep the failure of an import for as long
 * as a page is open, and it could not be asked for again when the network is back.
 */
import path from 'node:path';
import type { Plugin } from 'vite';

const helperId = '\0vite/preload-helper.js';
/** In the browser. It finds the file in the text of `load`, and what that one stands on in its own. */
const leanHelper = `
const had = {};
const fetchOnce = async (file) => {
  const answer = await fetch('/_astro/' + file);
  if (!answer.ok) throw answer;
  return had[file] = await answer.text();
};
export const __vitePreload = async (load) => {
  const [, file] = /\\.\\/([\\w.-]+)/.exec(load);
  const names = (had[file] || (await fetchOnce(file))).matchAll(/"\\.\\/([\\w.-]+)"/g);
  await Promise.all(Array.from(names, ([, name]) => had[name] || fetchOnce(name)));
  return load();
};`;

const listPattern = /const __vite__mapDeps=.*?m\.f=\[([^\]]*)\].*?;\n?/;
const usePattern = /,\s*__vite__mapDeps\(\[[\d,]*\]\)/g;
/** Given to what stands on nothing more. */
const emptyPattern = /(?<=\bimport\([^()]+\)),\s*\[\](?=\))/g;

/** @example withoutLists(code, 'cart.js') // what is loaded stays, what it stands on is not named */
export function withoutLists(code: string, file: string): string {
  const list = listPattern.exec(code);
  if (list === null) return code.replaceAll(emptyPattern, '');
  const sheet = /"[^"]+\.css"/.exec(list[1] ?? '');
  if (sheet)
    throw new Error(`${file} loads the style sheet ${sheet[0]} late: no page would have it.`);
  return code.replace(list[0], '').replaceAll(usePattern, '').replaceAll(emptyPattern, '');
}

/** @example mustBeReadable('desk~Orders.DHYnnR3b.js') // throws: browsers could not load it late */
export function mustBeReadable(file: string): void {
  if (!/^[\w.-]+$/.test(file))
    throw new Error(
      `${file} could not be loaded late: its name has other signs than letters, digits, “.”, “-” and “_”.`,
    );
}

/** The files that a script imports at once, by name. */
export type Imports = (file: string) => readonly string[];

function allOf(file: string, imports: Imports): ReadonlySet<string> {
  const all = new Set([file]);
  for (const each of all) for (const name of imports(each)) all.add(name);
  return all;
}

/**
 * Names at its end what a script stands on at further remove; what it imports itself is named there already.
 * @example withFilesNamed('import"./a.js";', 'page.js', imports) // 'import"./a.js";//"./b.js"'
 */
export function withFilesNamed(code: string, file: string, imports: Imports): string {
  const own = new Set([file, ...imports(file)]);
  const others = [...allOf(file, imports)].filter((name) => !own.has(name));
  return others.length === 0
    ? code
    : `${code.trimEnd()}\n//${others.map((name) => `"./${name}"`).join('')}\n`;
}

export function leanPreload(): Plugin {
  return {
    name: 'keywright:lean-preload',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === helperId ? leanHelper : null),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const imports: Imports = (name) => {
          const file = bundle[`_astro/${name}`];
          return file?.type === 'chunk'
            ? file.imports.map((each) => path.posix.basename(each))
            : [];
        };
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const late = new Set(chunks.flatMap((chunk) => chunk.dynamicImports));
        for (const chunk of chunks) {
          const name = path.posix.basename(chunk.fileName);
          mustBeReadable(name);
          chunk.code = withoutLists(chunk.code, chunk.fileName);
          if (late.has(chunk.fileName)) chunk.code = withFilesNamed(chunk.code, name, imports);
        }
      },
    },
  };
}
