/** Invariant: pages with islands keep their scripts, and what code stands on is asked for with it, not after it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const scriptPattern = /<script type="module" src="([^"]+)"><\/script>/g;
const importPattern = /(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g;
const emptyList = '<meta name="late" content="">';

/** Reads a script and gives what it imports at once; `import()` is not meant. */
export function importsOf(code: string): string[] {
  return [...code.matchAll(importPattern)].map(([, name = '']) => name);
}

export type ScriptGraph = (script: string) => readonly string[];

/** The scripts of a site's folder, each with all that it stands on. */
export function createScriptGraph(folder: string): ScriptGraph {
  const known = new Map<string, readonly string[]>();
  const read = (script: string): readonly string[] => {
    const found = known.get(script) ?? importsOf(readFileSync(path.join(folder, script), 'utf8'));
    known.set(script, found);
    return found;
  };
  return (script) => {
    const all = new Set([script]);
    for (const each of all) {
      for (const name of read(each)) all.add(path.posix.join(path.posix.dirname(each), name));
    }
    return [...all];
  };
}

const islandPattern = /<astro-island[^>]*? component-url="([^"]+)"[^>]*? renderer-url="([^"]+)"/g;

/** A page that is filled by code names all of it: found file by file, it would come in rounds. */
function withCodeAhead(html: string, scripts: readonly string[], standsOn: ScriptGraph): string {
  if (!html.includes(emptyList)) return html;
  const islands = [...html.matchAll(islandPattern)].flatMap(([, ...files]) => files);
  const files = new Set([...scripts, ...islands].flatMap(standsOn));
  const links = Array.from(files, (file) => `<link rel="modulepreload" href="${file}">`).join('');
  return html.replace(emptyList, '').replace('</head>', `${links}</head>`);
}

export const hasIslands = (html: string) => html.includes('<astro-island');

/** `sheets` are those that the page's scripts need. */
export function filesLater(html: string, sheets: readonly string[], standsOn: ScriptGraph): string {
  const scripts = [...html.matchAll(scriptPattern)].map(([, script = '']) => script);
  if (hasIslands(html)) return withCodeAhead(html, scripts, standsOn);
  if (scripts.length === 0) return html.replace(emptyList, '');
  const files = new Set([...sheets, ...scripts.flatMap(standsOn)]);
  const list = `<meta name="late" content="${[...files].join(' ')}">`;
  return html.replaceAll(scriptPattern, '').replace(emptyList, list);
}
