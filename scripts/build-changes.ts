/**
 * The program that makes a site from the live one where nothing but content changed: it reads the rows,
 * renders the pages that are not as they were and takes over the rest. Whatever it is not sure of ends
 * it, and the whole is built. It prevents a changed price from costing what a new shop costs.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { changedSite } from '../src/integrations/kept-renderer/changed-site.ts';
import { openRenderer } from '../src/integrations/kept-renderer/kept-renderer.ts';
import { handOverRows } from '../src/integrations/kept-renderer/hand-over-rows.ts';
import { finishSite } from '../src/integrations/published-files/finish-site.ts';
import { publishingOptions } from '../src/integrations/published-files/publishing-options.ts';
import { readSiteFacts, type SiteFacts } from '../src/integrations/published-files/site-facts.ts';

const { env } = process;
const [live = ''] = process.argv.slice(2);
const draft = env['KEYWRIGHT_OUT'] ?? '';
const options = publishingOptions(env);
const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;

function readKnownSite(): SiteFacts {
  const facts = readSiteFacts(options.cacheFolder);
  const latest: unknown = JSON.parse(readFileSync(path.join(live, 'builds/latest.json'), 'utf8'));
  const id = typeof latest === 'object' && latest !== null && 'id' in latest ? latest.id : '';
  if (id === facts.id) return facts;
  throw new Error('the live site is not the one that is known');
}

async function publishChanges(): Promise<void> {
  const facts = readKnownSite();
  await handOverRows(options.cacheFolder, {
    url: (env['PUBLIC_SUPABASE_URL'] ?? '').replace(/\/+$/, ''),
    key: env['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? '',
  });
  say(`Rendering what changed (rows read after ${seconds()})`);
  const renderer = await openRenderer(options.cacheFolder, env['SITE_URL'] ?? '');
  const site = await changedSite(renderer, { live, draft, facts });
  say(`${site.rendered} of ${site.pages.size} pages rendered after ${seconds()}`);
  await finishSite(site, options, say);
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
