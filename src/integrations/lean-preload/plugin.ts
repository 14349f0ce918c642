/**
 * The only place that changes how Vite loads lazy scripts: its helper, which guesses what to fetch
 * ahead, and the lists it is given are a kilobyte on every page. Invariant: style sheets come with the
 * page, so that a lazy script brings none; a build where one does is refused.
 */
import type { Plugin } from 'vite';

const helperId = '\0vite/preload-helper.js';
const leanHelper = 'export const __vitePreload = (load) => load();';

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
