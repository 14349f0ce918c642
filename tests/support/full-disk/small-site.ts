/** Stands for Astro: a site of one page, with real pictures and what a build leaves to the next one. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noteStep } from '../../../src/build/kept-renderer/spare-site.ts';
import { publishPictures } from '../../../src/build/pictures/publish-pictures.ts';
import { keepRecipe } from '../../../src/content/pictures/recipe-files.ts';

const site = process.env['KEYWRIGHT_OUT'] ?? '';
const cache = process.env['KEYWRIGHT_CACHE'] ?? '';
const id = process.env['KEYWRIGHT_BUILD_ID'] ?? randomUUID();
const folder = path.join(path.dirname(cache), 'pictures');
const colours = { main: '#e9e4da', second: '#3b4754', accent: '#e0623a' };
const hashes = ['0123456789ab', 'ba9876543210'];
const names = hashes.flatMap((hash) => [`${hash}-320.avif`, `${hash}-640.webp`]);

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(site, name)), { recursive: true });
  writeFileSync(path.join(site, name), text);
}

for (const hash of hashes) keepRecipe(folder, hash, { kind: 'desk-mat', colours });
write(
  'index.html',
  `<h1>${id}</h1>${names.map((name) => `<img src="/pictures/${name}">`).join('')}`,
);
write(`_astro/${id}.js`, `export const id = '${id}';`);
await publishPictures({ folder, quality: 'draft' }, site, new Set(names), () => {});
noteStep(cache, { from: '', to: id, files: [] });
write('builds/latest.json', JSON.stringify({ id }));
process.exit();
