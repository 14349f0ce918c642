/**
 * Invariant: `latest.json` is written last, so that whoever sees a build's name finds the build's
 * meta.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildTime } from '#content/build-clock.ts';
import { hashOf } from '#content/payload-text.ts';
import type { PublishedPage } from './published-pages.ts';

/** Named after its time and its content, unless whoever asked for the build has named it. */
function nameBuild(pages: readonly PublishedPage[], timestamp: string): string {
  const given = process.env['KEYWRIGHT_BUILD_ID'] ?? '';
  if (/^[\w-]{1,80}$/.test(given)) return given;
  const content = hashOf(JSON.stringify(pages)).slice(0, 8);
  return `${timestamp.replace(/[-:]|\.\d+/g, '')}-${content}`;
}

export async function writeBuildMeta(
  folder: string,
  pages: readonly PublishedPage[],
): Promise<string> {
  // What was edited from then on is not in this build.
  const timestamp = new Date(buildTime()).toISOString();
  const id = nameBuild(pages, timestamp);
  const metaFolder = path.join(folder, 'builds', 'meta');
  await mkdir(metaFolder, { recursive: true });
  // Of the code, where the build knows it: the content's own state is the timestamp.
  const revision = process.env['KEYWRIGHT_REVISION'] ?? '';
  const facts = /^[\da-f]{7,40}$/.test(revision) ? { id, timestamp, revision } : { id, timestamp };
  const meta = { ...facts, routes: pages };
  await writeFile(path.join(metaFolder, `${id}.json`), `${JSON.stringify(meta)}\n`);
  const latest = `${JSON.stringify(facts)}\n`;
  await writeFile(path.join(folder, 'builds', 'latest.json'), latest);
  return id;
}
