/** Invariant: a build that can't keep them is as good without. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeWholeFile } from '#content/whole-file.ts';
import { handOverMarkdown } from './kept-markdown.ts';
import { descriptionFile, rendererFolder, type RendererDescription } from './renderer-files.ts';

type Pages = ReadonlyMap<string, { readonly styles: readonly unknown[] }>;

/** Astro puts them below its output, or below the project where the output is elsewhere. */
function findCompiled(root: string, output: string): string {
  const places = [path.join(output, '.prerender'), path.join(root, '.astro', '.prerender')];
  const found = places.find((place) => existsSync(place));
  if (found !== undefined) return found;
  throw new Error(`The compiled pages are in none of ${places.join(', ')}.`);
}

/** A build that was killed leaves its own entry behind, in the folder that all builds share. */
function newestEntry(compiled: string): string {
  const writtenAt = (file: string) => statSync(path.join(compiled, file)).mtimeMs;
  const entries = readdirSync(compiled).filter((file) => file.startsWith('prerender-entry'));
  const newest = entries.toSorted((a, b) => writtenAt(b) - writtenAt(a))[0];
  if (newest === undefined) throw new Error(`${compiled} has no entry.`);
  return newest;
}

function keepRenderer(root: string, compiled: string, cacheFolder: string, pages: Pages): void {
  const folder = rendererFolder(cacheFolder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(compiled, folder, { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const entry = newestEntry(compiled);
  const description: RendererDescription = {
    entry,
    pages: Array.from(pages, ([key, { styles }]) => [key, { styles }]),
  };
  writeWholeFile(descriptionFile(cacheFolder), JSON.stringify(description));
}

export function keptRenderer(cacheFolder: string): AstroIntegration {
  let pages: Pages = new Map();
  let folders = { root: '', output: '' };
  return {
    name: 'keywright:kept-renderer',
    hooks: {
      'astro:config:done': ({ config }) => {
        folders = { root: fileURLToPath(config.root), output: fileURLToPath(config.outDir) };
      },
      'astro:build:setup': (build) => {
        pages = build.pages;
      },
      'astro:build:start': ({ setPrerenderer, logger }) => {
        const keepMarkdown = handOverMarkdown(cacheFolder);
        setPrerenderer((astros) => ({
          ...astros,
          teardown: async () => {
            try {
              const compiled = findCompiled(folders.root, folders.output);
              keepRenderer(folders.root, compiled, cacheFolder, pages);
              keepMarkdown();
            } catch (error) {
              logger.warn(`The next build starts from the beginning: ${String(error)}`);
            }
            await astros.teardown?.();
          },
        }));
      },
    },
  };
}
