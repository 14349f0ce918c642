/**
 * Invariant: the live site's files are never written to, and a renderer that does not give a known
 * page again is not used.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PageEntry } from '#content/page-entry.ts';
import { payloadText } from '#content/payload-text.ts';
import { pictureNamesIn } from '#content/pictures/picture-names.ts';
import { unionOf } from '../published-files/place-policies.ts';
import { factsOf, payloadOfFile, type PageFacts } from '../published-files/published-pages.ts';
import type { PageLinks } from '../languages/linked-pages.ts';
import type { WrittenSite } from '../published-files/finish-site.ts';
import type { SiteFacts } from '../published-files/site-facts.ts';
import { createPageFinisher } from '../published-files/page-finisher.ts';
import type { KeptRenderer, Route } from './renderer-app.ts';
import { joinedFiles } from './joined-languages.ts';
import { beginDraft } from './spare-site.ts';

export class RendererUntrue extends Error {}

interface Places {
  readonly live: string;
  readonly draft: string;
  readonly cacheFolder: string;
  /** What is known of the live site. */
  readonly facts: SiteFacts;
  readonly links: PageLinks;
}

interface Asked {
  readonly file: string;
  readonly route: Route;
  /** Undefined for what is rendered each time. */
  readonly key: string | undefined;
}

/** Written by the last step of a build, from what it knows of all pages. */
const finished: ReadonlySet<string> = new Set(['_headers', 'builds']);
/** They carry their version in their names: the same name is the same bytes. */
const searchParts = 'search/parts';
const isSearchPart = (file: string) => file.startsWith(`${searchParts}/`);
const payloadRoute = '/[...page]/_payload.json';

function fileOf({ type }: Route, address: string): string {
  if (type !== 'page') return address.slice(1);
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`;
}

async function askedOf(renderer: KeptRenderer, route: Route): Promise<readonly Asked[]> {
  if (route.pathname !== undefined) {
    return [{ file: fileOf(route, route.pathname), route, key: undefined }];
  }
  return (await renderer.pathsOf(route)).map(({ params, cacheKey }) => {
    const address = route.route.replace(/\[(\w+)\]/g, (_, name: string) => params[name] ?? '');
    return { file: fileOf(route, address), route, key: cacheKey };
  });
}

async function readEntries(renderer: KeptRenderer): Promise<ReadonlyMap<string, PageEntry>> {
  const route = renderer.routes.find((each) => each.route === payloadRoute);
  if (route === undefined) throw new RendererUntrue('There is no route of payloads.');
  const entries = (await renderer.pathsOf(route)).flatMap(({ props }) => props?.entry ?? []);
  return new Map(entries.map((entry) => [fileOf({ ...route, type: 'page' }, entry.path), entry]));
}

function write(draft: string, file: string, text: string): void {
  const place = path.join(draft, file);
  mkdirSync(path.dirname(place), { recursive: true });
  // A file of the live site is the same bytes on the disk: writing into it would change the live site.
  writeFileSync(place, text, { flag: 'wx' });
}

/** What the pages of today's rows ask for, beside what the live site has. */
interface Difference {
  readonly same: readonly Asked[];
  readonly changed: readonly Asked[];
  /** Files and payloads that are not taken over as they are. */
  readonly left: readonly string[];
}

function searchPartsOf(site: string): readonly string[] {
  const folder = path.join(site, searchParts);
  return existsSync(folder) ? readdirSync(folder).map((name) => `${searchParts}/${name}`) : [];
}

function compare(asked: readonly Asked[], { live, facts }: Places): Difference {
  const isSame = ({ file, key }: Asked) =>
    isSearchPart(file)
      ? existsSync(path.join(live, file))
      : key !== undefined && facts.pages.get(file)?.key === key;
  const files = new Set(asked.map(({ file }) => file));
  const gone = [...facts.pages.keys(), ...searchPartsOf(live)].filter((file) => !files.has(file));
  const changed = asked.filter((each) => !isSame(each));
  const left = [...changed.map(({ file }) => file), ...gone];
  const payloads = left.filter((file) => file.endsWith('.html')).map(payloadOfFile);
  return { same: asked.filter(isSame), changed, left: [...left, ...payloads] };
}

export interface ChangedSite extends WrittenSite {
  readonly rendered: number;
  /** What is not as it is on the live site; the last step of a build adds its own. */
  readonly touched: readonly string[];
}

export async function changedSite(renderer: KeptRenderer, places: Places): Promise<ChangedSite> {
  const { live, draft, facts, cacheFolder } = places;
  const entries = await readEntries(renderer);
  const routes = renderer.routes.filter((route) => route.route !== payloadRoute);
  const asked = (await Promise.all(routes.map((route) => askedOf(renderer, route)))).flat();
  const { same, changed, left } = compare(asked, places);
  const agreedStyles = [...facts.agreedStyles];
  // The renderer's pages name the scripts of the live site: both are of one build.
  const { finish, writeFiles } = createPageFinisher(live, agreedStyles, places.links);
  const witness = same.find(({ key }) => key !== undefined);
  await assertTrue(renderer, witness, finish, live);
  beginDraft(cacheFolder, live, draft, new Set([...left, ...finished, ...joinedFiles(live)]));
  const pages = new Map<string, PageFacts>();
  const morePictures: string[] = [];
  for (const { file } of same) {
    const known = facts.pages.get(file);
    if (known !== undefined) pages.set(file, known);
    else morePictures.push(...pictureNamesIn(readFileSync(path.join(live, file), 'utf8')));
  }
  const taken = pages.size;
  for (const { file, route } of changed) {
    const text = await renderer.render(route, file);
    if (route.type !== 'page') {
      write(draft, file, text);
      morePictures.push(...pictureNamesIn(text));
      continue;
    }
    const html = finish(text);
    const entry = entries.get(file);
    const payload = entry === undefined ? null : payloadText(entry);
    pages.set(file, factsOf(file, html, payload));
    write(draft, file, html);
    if (payload !== null) write(draft, payloadOfFile(file), payload);
  }
  const extra = writeFiles(draft);
  const unasked = unaskedFiles(facts.pages, pages);
  for (const file of unasked) rmSync(path.join(draft, file), { force: true });
  const rendered = pages.size - taken;
  const touched = [...left, ...extra, ...unasked];
  return { folder: draft, pages, morePictures, agreedStyles, rendered, touched };
}

/** What lay beside pages and no page asks for any more. */
function unaskedFiles(before: SiteFacts['pages'], after: SiteFacts['pages']): readonly string[] {
  const filesOf = (pages: SiteFacts['pages']) =>
    unionOf(Array.from(pages.values(), ({ files }) => files));
  return [...filesOf(before).difference(filesOf(after))];
}

async function assertTrue(
  renderer: KeptRenderer,
  known: Asked | undefined,
  finish: (html: string) => string,
  live: string,
): Promise<void> {
  if (known === undefined) throw new RendererUntrue('No page stayed as it was.');
  const html = finish(await renderer.render(known.route, known.file));
  if (html === readFileSync(path.join(live, known.file), 'utf8')) return;
  throw new RendererUntrue(`The page ${known.file} comes out in another way than before.`);
}
