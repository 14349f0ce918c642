/**
 * How built pages load lazy scripts. Vite's helper, which guesses what to fetch ahead, and the lists it is
 * given are a kilobyte on every page. Invariants: style sheets come with the page, so that a lazy script
 * brings none; a build where one does is refused. And a script is imported only once all that it stands
 * on is in the browser's cache: many browsers keep the failure of an import for as long as a page is open,
 * and it could not be asked for again when the network is back.
 */
import type { Plugin } from 'vite';

const helperId = '\0vite/preload-helper.js';
/** In the browser. It finds the file in the text of `load`, and what that one imports at once in its own. */
const leanHelper = `
let had = {};
const fetchWhole = async (file, asked) => {
  if (asked[file]) return;
  asked[file] = 1;
  const answer = await fetch('/_astro/' + file);
  if (!answer.ok) throw answer;
  const names = (await answer.text()).matchAll(/"\\.\\/([\\w.-]+)"/g);
  await Promise.all(Array.from(names, ([, name]) => fetchWhole(name, asked)));
};
export const __vitePreload = async (load) => {
  const asked = { ...had };
  await fetchWhole(/\\.\\/([\\w.-]+)/.exec(load)[1], asked);
  had = asked;
  return load();
};`;

const listPattern = /const __vite__mapDeps=.*?m\.f=\[([^\]]*)\].*?;\n?/;
const usePattern = /,\s*__vite__mapDeps\(\[[\d,]*\]\)/g;

/** @example withoutLists(code, 'cart.js') // what is loaded stays, what it stands on is not named */
export function withoutLists(code: string, file: string): string {
  const list = listPattern.exec(code);
  if (list === null) return code;
  const sheet = /"[^"]+\.css"/.exec(list[1] ?? '');
  if (sheet)
    throw new Error(`${file} loads the style sheet ${sheet[0]} late: no page would have it.`);
  return code.replace(list[0], '').replaceAll(usePattern, '');
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
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = withoutLists(file.code, file.fileName);
        }
      },
    },
  };
}
