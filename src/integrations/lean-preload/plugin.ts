/**
 * The only place that changes how Vite loads lazy scripts: its helper, which also guesses what to
 * fetch ahead, is a kilobyte on every page. Invariant: a lazy script's style sheets are there before
 * it runs.
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

export function leanPreload(): Plugin {
  return {
    name: 'keywright:lean-preload',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === helperId ? leanHelper : null),
  };
}
