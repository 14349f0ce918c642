/**
 * `import code from './x.ts?inline-code'` gives a script as a page should carry it: without types, with
 * what it imports, and as short as can be.
 */
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const suffix = '?inline-code';

async function bundle(file: string, shared: InlineConfig): Promise<Rolldown.OutputChunk> {
  const bundled = await build({
    ...shared,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife', minify: true } },
    },
  });
  const outputs = Array.isArray(bundled) ? bundled : [bundled];
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const script = chunks.find((each) => each.type === 'chunk');
  if (script === undefined) throw new Error(`${file} gives no script.`);
  return script;
}

/** `shared` is what such a script has in common with those of the site. */
export function inlineCode(shared: InlineConfig): Plugin {
  return {
    name: 'keywright:inline-code',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const { code, moduleIds } = await bundle(id.slice(0, -suffix.length), shared);
      for (const file of moduleIds) this.addWatchFile(file);
      return `export default ${JSON.stringify(code.trim())};`;
    },
  };
}
