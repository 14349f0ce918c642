/** Invariant: every picture that a page names is there, and none that no page names. */
import { copyFileSync, linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { drawPictures } from './draw-pictures.ts';
import { stateOfPicture } from './picture-check.ts';
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
  const published = path.join(site, 'pictures');
  mkdirSync(published, { recursive: true });
  const kept = new Set(readdirSync(published).filter((name) => names.has(name)));
  for (const name of readdirSync(published)) {
    const file = path.join(published, name);
    if (kept.has(name) && stateOfPicture(file, name) === 'whole') continue;
    if (kept.delete(name)) say(`${file} was cut short and is replaced`);
    rmSync(file);
  }
  const wanted = names.difference(kept);
  await drawPictures({
    folder,
    names: wanted,
    quality,
    onBroken: (file) => say(`${file} was cut short and is drawn again`),
    onProgress: (done, all) => {
      if (done % progressEvery === 0 || done === all) say(`${done} of ${all} drawn`);
    },
  });
  for (const name of wanted) place(path.join(folder, 'files', name), path.join(published, name));
}
