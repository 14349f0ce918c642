/** Invariant: the description is written last, so that a renderer that is found is whole. */
import path from 'node:path';

export interface RendererDescription {
  /** The file that Astro itself would start with. */
  readonly entry: string;
  /** What of Astro's own knowledge of pages its renderer asks for: their styles. */
  readonly pages: readonly (readonly [string, { readonly styles: readonly unknown[] }])[];
}

export const rendererFolder = (cacheFolder: string) => path.join(cacheFolder, 'renderer');

export const descriptionFile = (cacheFolder: string) =>
  path.join(rendererFolder(cacheFolder), 'renderer.json');
