/**
 * The program that makes a site from the live one where nothing but content changed: it reads the
 * rows, renders the pages that are not as they were and takes over the rest. Whatever it is not sure
 * of ends it, and the whole is built.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { changedSite } from '../src/build/kept-renderer/changed-site.ts';
import { openRenderer } from '../src/build/kept-renderer/kept-renderer.ts';
import { buildIdOf, noteStep } from '../src/build/kept-renderer/spare-site.ts';
import { handOverMarkdown } from '../src/build/kept-renderer/kept-markdown.ts';
import { handOverRows } from '../src/build/kept-renderer/hand-over-rows.ts';
import { finishSite } from '../src/build/published-files/finish-site.ts';
import { publishingOptions } from '../src/build/published-files/publishing-options.ts';
import { readSiteFacts, type SiteFacts } from '../src/build/published-files/site-facts.ts';

const { env } = process;
const [live = ''] = process.argv.slice(2);
const draft = env['KEYWRIGHT_OUT'] ?? '';
const options = publishingOptions(env);
const { cacheFolder } = options;
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

function readKnownSite(): SiteFacts {
  const facts = readSiteFacts(cacheFolder);
  if (buildIdOf(live) === facts.id) return facts;
  throw new Error('the live site is not the one that is known');
}

const metaOf = (id: string) => `builds/meta/${id}.json`;

/** Pictures that came or went. */
function changedPictures(): string[] {
  const namesOf = (site: string) => new Set(readdirSync(path.join(site, 'pictures')));
  const changed = namesOf(live).symmetricDifference(namesOf(draft));
  return [...changed].map((name) => `pictures/${name}`);
}

async function publishChanges(): Promise<void> {
  const facts = readKnownSite();
  const target = {
    url: (env['PUBLIC_SUPABASE_URL'] ?? '').replace(/\/+$/, ''),
    key: env['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? '',
  };
  await handOverRows(cacheFolder, target, env['KEYWRIGHT_LANGUAGE'] || undefined);
  const keepMarkdown = handOverMarkdown(cacheFolder);
  say(`Rendering what changed (rows read after ${seconds()})`);
  const renderer = await openRenderer(cacheFolder, env['SITE_URL'] ?? '');
  const site = await changedSite(renderer, {
    live,
    draft,
    facts,
    cacheFolder,
    links: options.links,
  });
  say(`${site.rendered} of ${site.pages.size} pages rendered after ${seconds()}`);
  const id = await finishSite(site, options, say);
  const own = ['_headers', 'builds/latest.json', ...[facts.id, id].map(metaOf)];
  const files = [...new Set([...site.touched, ...own, ...changedPictures()])];
  keepMarkdown();
  noteStep(cacheFolder, { from: facts.id, to: id, files });
  say(`Changes published in ${seconds()}`);
}

try {
  await publishChanges();
} catch (error) {
  // What is wrong with the content, the whole build says in its own words.
  say(`The whole is built: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
process.exit();
