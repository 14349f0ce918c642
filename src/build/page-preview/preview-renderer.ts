/**
 * Makes the script of the worker that draws previews from the pages that were compiled for this very
 * build. Invariant: nothing of the machine that built is in it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';
import {
  descriptionFile,
  rendererFolder,
  type RendererDescription,
} from '../kept-renderer/renderer-files.ts';
import { drawnRoutes } from './draw-page.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const entryId = '\0keywright:preview-worker';
/** What a build writes and reads on its disk; a preview leaves no recipe behind. */
const replaced: Readonly<Record<string, string>> = {
  'node:crypto': here('./worker-modules/crypto.ts'),
  'node:path': here('./worker-modules/path.ts'),
  'node:fs': here('./worker-modules/files.ts'),
  sharp: here('./worker-modules/nothing.ts'),
};

/** A map without entries, as Astro writes one down. */
const emptyRows = '[["Map"]]';

/** @example sourceOf('/keyboards/[url]') // 'src/pages/keyboards/[url].astro' */
const sourceOf = (route: string) => `src/pages${route}.astro`;

/** The imports of pages that no preview shows lead to nothing. */
function withoutOtherPages(code: string): string {
  const wanted = new Set(
    drawnRoutes.flatMap((route) => {
      const at = code.indexOf(`"${sourceOf(route)}", `);
      return /^"[^"]*", (\w+)/.exec(code.slice(at))?.[1] ?? [];
    }),
  );
  if (wanted.size !== drawnRoutes.length)
    throw new Error('The compiled pages name their files otherwise than they did.');
  return code.replace(
    /\b(_page\d+) = \(\) => import\([^)]*\)(?:\.then\([^;\n]*?\))?(?=[,;\n])/g,
    (whole, name: string) => (wanted.has(name) ? whole : `${name} = () => ({})`),
  );
}

function compiledPages(folder: string, { entry, pages }: RendererDescription, own: string): Plugin {
  const entryFile = path.join(folder, entry);
  const shown = pages.filter(([key]) => drawnRoutes.some((route) => key.endsWith(sourceOf(route))));
  return {
    name: 'keywright:preview-renderer',
    enforce: 'pre',
    resolveId(id) {
      if (id === entryId) return id;
      return replaced[id] ?? null;
    },
    load(id) {
      if (id !== entryId) return null;
      return [
        `import { app } from ${JSON.stringify(entryFile)};`,
        `import { serveDrawing } from ${JSON.stringify(here('./draw-page.ts'))};`,
        `serveDrawing(app, ${JSON.stringify(shown)});`,
      ].join('\n');
    },
    transform(text, id) {
      if (!id.startsWith(folder)) return null;
      // A preview reads its rows itself; those of this build would be 700 kB, and soon old.
      if (id.includes('data-layer-content')) return `export default ${emptyRows};`;
      const code = id === entryFile ? withoutOtherPages(text) : text;
      // Places on the disk are of no use elsewhere; the key, made anew by each build, opens nothing here.
      return code
        .replaceAll(own, '')
        .replace(/file:\/\/\/[^"'`\s]*/g, 'file:///')
        .replace(/"key":"[\w+/]{43}="/, `"key":"${'A'.repeat(43)}="`);
    },
  };
}

/** `project` is the folder in which it is built. */
export async function previewRenderer(cacheFolder: string, project: string): Promise<string> {
  const folder = rendererFolder(cacheFolder);
  const description = JSON.parse(
    readFileSync(descriptionFile(cacheFolder), 'utf8'),
  ) as RendererDescription;
  const bundled = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [compiledPages(folder, description, project)],
    resolve: { conditions: ['browser', 'import', 'module', 'default'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: {
        input: entryId,
        output: {
          format: 'iife',
          minify: true,
          banner: 'globalThis.process ??= { env: {}, argv: [], cwd: () => "/" };',
        },
      },
    },
  });
  const outputs = Array.isArray(bundled) ? bundled : [bundled];
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const script = chunks.find((each): each is Rolldown.OutputChunk => each.type === 'chunk');
  if (script === undefined) throw new Error('The renderer of previews gives no script.');
  return script.code;
}
