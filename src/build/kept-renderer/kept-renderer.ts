import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rendererOf, type KeptRenderer, type PrerenderApp } from './renderer-app.ts';
import { descriptionFile, rendererFolder, type RendererDescription } from './renderer-files.ts';

export async function openRenderer(cacheFolder: string, site: string): Promise<KeptRenderer> {
  const text = readFileSync(descriptionFile(cacheFolder), 'utf8');
  const { entry, pages } = JSON.parse(text) as RendererDescription;
  const address = pathToFileURL(path.join(rendererFolder(cacheFolder), entry)).href;
  const { app } = (await import(address)) as { readonly app: PrerenderApp };
  return rendererOf(app, pages, site);
}
