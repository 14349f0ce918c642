/**
 * Invariant: a spare is used once, for the very build that its record names, and without a record it
 * is nothing but files to remove.
 */
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeWholeFile } from '../../content/whole-file.ts';

/** From the build of one site to that of the next. */
export interface SiteStep {
  readonly from: string;
  readonly to: string;
  /** All files that are not the same in both. */
  readonly files: readonly string[];
}

const spareOf = (cacheFolder: string) => path.join(cacheFolder, 'spare-site');
const recordOf = (cacheFolder: string) => path.join(cacheFolder, 'spare-site.json');
const nextRecordOf = (cacheFolder: string) => path.join(cacheFolder, 'spare-site-next.json');

/** The id of a site's build; empty where there is none. */
export function buildIdOf(site: string): string {
  try {
    const latest: unknown = JSON.parse(readFileSync(path.join(site, 'builds/latest.json'), 'utf8'));
    const id = typeof latest === 'object' && latest !== null && 'id' in latest ? latest.id : '';
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
}

/** Second names for all files of a site but those that are `left` out. */
export function linkSite(
  site: string,
  draft: string,
  left: ReadonlySet<string> = new Set(),
  folder = '',
): void {
  let isMade = false;
  for (const item of readdirSync(path.join(site, folder), { withFileTypes: true })) {
    const name = folder === '' ? item.name : `${folder}/${item.name}`;
    if (left.has(name)) continue;
    if (item.isDirectory()) {
      linkSite(site, draft, left, name);
      continue;
    }
    if (!isMade) mkdirSync(path.join(draft, folder), { recursive: true });
    isMade = true;
    linkSync(path.join(site, name), path.join(draft, name));
  }
}

/** Removes names from a draft; the files' bytes stay with the sites that share them. */
function removeFrom(draft: string, names: Iterable<string>): void {
  for (const name of names) {
    rmSync(path.join(draft, name), { recursive: true, force: true });
    try {
      rmdirSync(path.dirname(path.join(draft, name)));
    } catch {
      // Something else is in that folder.
    }
  }
}

function readRecord(file: string): SiteStep | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SiteStep;
  } catch {
    return null;
  }
}

/** Makes the spare the draft, as the live site is; false where there is none of it. */
function draftFromSpare(cacheFolder: string, live: string, draft: string): boolean {
  const spare = spareOf(cacheFolder);
  const record = readRecord(recordOf(cacheFolder));
  // From here on it is half of one site and half of another.
  rmSync(recordOf(cacheFolder), { force: true });
  if (record === null || record.to !== buildIdOf(live) || record.from !== buildIdOf(spare)) {
    return false;
  }
  renameSync(spare, draft);
  removeFrom(draft, record.files);
  for (const name of record.files) {
    if (!existsSync(path.join(live, name))) continue;
    mkdirSync(path.dirname(path.join(draft, name)), { recursive: true });
    linkSync(path.join(live, name), path.join(draft, name));
  }
  return true;
}

/** A draft with all files of the live site but those that are `left` out. */
export function beginDraft(
  cacheFolder: string,
  live: string,
  draft: string,
  left: ReadonlySet<string>,
): void {
  if (draftFromSpare(cacheFolder, live, draft)) removeFrom(draft, left);
  else linkSite(live, draft, left);
}

/** Said by whoever makes a site in parts, before it is swapped in. */
export function noteStep(cacheFolder: string, step: SiteStep): void {
  writeWholeFile(nextRecordOf(cacheFolder), JSON.stringify(step));
}

/** Nothing that an earlier build noted counts from here on. */
export function forgetStep(cacheFolder: string): void {
  rmSync(nextRecordOf(cacheFolder), { force: true });
}

/**
 * After the swap: what was live becomes the spare where it is known how it differs, and otherwise the
 * live site's files get second names.
 */
export function keepSpare(cacheFolder: string, live: string, old: string): void {
  const spare = spareOf(cacheFolder);
  rmSync(recordOf(cacheFolder), { force: true });
  rmSync(spare, { recursive: true, force: true });
  const step = readRecord(nextRecordOf(cacheFolder));
  if (step !== null && step.from === buildIdOf(old)) {
    renameSync(old, spare);
    renameSync(nextRecordOf(cacheFolder), recordOf(cacheFolder));
    return;
  }
  rmSync(old, { recursive: true, force: true });
  linkSite(live, spare);
  const id = buildIdOf(live);
  writeWholeFile(recordOf(cacheFolder), JSON.stringify({ from: id, to: id, files: [] }));
}
