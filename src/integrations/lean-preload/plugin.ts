/**
 * The only place that changes how Vite loads lazy scripts: its helper, which also guesses what to
 * fetch ahead, and the lists it is given are a kilobyte on every page. Invariant: a lazy script's
 * style sheets are there before it runs.
 */
import type { Plugin } from 'vite';

const helperId = '\0vite/preload-helper.js';

const leanHelper = `
const sheets = {};
const addSheet = (file) =>
  (sheets[file] ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/' + file;
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  }));
export const __vitePreload = (load, files) =>
  Promise.all((files || []).filter((file) => /css$/.test(file)).map(addSheet)).then(load);
`;

const listPattern = /(\(m\.f=\[)([^\]]*)(\]\))/;

/** Of what a lazy script stands on, only sheets have to be named: scripts name each other. */
export function withoutScriptNames(code: string): string {
  return code.replace(
    listPattern,
    (_, start: string, names: string, end: string) =>
      start + names.replaceAll(/"[^"]+\.js"/g, '0') + end,
  );
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
          if (file.type === 'chunk') file.code = withoutScriptNames(file.code);
        }
      },
    },
  };
}
