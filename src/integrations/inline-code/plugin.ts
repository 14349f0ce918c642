/**
 * The only way a script gets into a page itself: `import code from './x.ts?inline-code'` gives its code
 * as a page should carry it, without types and as short as can be. Such a script imports nothing.
 */
import { readFile } from 'node:fs/promises';
import { minify, transformWithOxc, type Plugin } from 'vite';

const suffix = '?inline-code';

export function inlineCode(): Plugin {
  return {
    name: 'keywright:inline-code',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const file = id.slice(0, -suffix.length);
      this.addWatchFile(file);
      const plain = await transformWithOxc(await readFile(file, 'utf8'), file);
      const { code } = await minify(file, plain.code, { module: false });
      return `export default ${JSON.stringify(code.trim())};`;
    },
  };
}
