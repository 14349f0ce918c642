/**
 * The only writer of `builds/`: which build this is and what is in it. Invariant: `latest.json` is
 * written last, so that whoever sees a build's name finds the build's meta.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildTime } from '../build-clock.ts';
import { hashOf } from '../payloads/payload-text.ts';
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
  const meta = { id, timestamp, routes: pages };
  await writeFile(path.join(metaFolder, `${id}.json`), `${JSON.stringify(meta)}\n`);
  const latest = `${JSON.stringify({ id, timestamp })}\n`;
  await writeFile(path.join(folder, 'builds', 'latest.json'), latest);
  return id;
}
