/**
 * The only place that puts pictures into a site: those its pages ask for, drawn where they are
 * missing. Invariant: every picture that a page names is there, and none that no page names.
 */
import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { drawPictures } from './draw-pictures.ts';
import type { PictureQuality } from './picture-files.ts';

export interface PictureOptions {
  readonly folder: string;
  readonly quality: PictureQuality;
}

const progressEvery = 25;

/** A second name for the same bytes where the disk allows it, a copy elsewhere. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

export async function publishPictures(
  { folder, quality }: PictureOptions,
  site: string,
  names: ReadonlySet<string>,
  say: (sentence: string) => void,
): Promise<void> {
  await drawPictures({
    folder,
    names,
    quality,
    onProgress: (done, all) => {
      if (done % progressEvery === 0 || done === all) say(`${done} of ${all} drawn`);
    },
  });
  const published = path.join(site, 'pictures');
  mkdirSync(published, { recursive: true });
  const present = new Set(readdirSync(published));
  for (const name of present) if (!names.has(name)) rmSync(path.join(published, name));
  for (const name of names) {
    if (!present.has(name)) place(path.join(folder, 'files', name), path.join(published, name));
  }
}
