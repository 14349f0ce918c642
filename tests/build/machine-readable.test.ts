import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import Validator from '@adobe/structured-data-validator';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { ErrorLevel, parseSitemap, XMLToSitemapItemStream } from 'sitemap';
import { findSite, readRoutes, type BuiltSite, type PublishedRoute } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
let routes: readonly PublishedRoute[];
let builtAt = '';
before(async () => {
  site = await findSite();
  routes = await readRoutes(site.siteFolder);
  builtAt = (JSON.parse(await read('builds/latest.json')) as { timestamp: string }).timestamp;
});
after(() => site.stop());

const read = (name: string) => readFile(path.join(site.siteFolder, name), 'utf8');
const fileOf = (route: string) => (route === '/' ? 'index.html' : `${route.slice(1)}.html`);
const pagesOf = (...kinds: readonly string[]) => routes.filter(({ kind }) => kinds.includes(kind));

/** What every visitor may read; rows that other suites add after the build are newer than it. */
async function rows<Row>(table: string, query: string): Promise<readonly Row[]> {
  const answer = await fetch(`${site.apiUrl}/rest/v1/${table}?${query}`, {
    headers: { apikey: 'sb_publishable_local' },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as readonly Row[];
}

test('the build’s record names the revision of its code where git knows it', async () => {
  const latest = JSON.parse(await read('builds/latest.json')) as Record<string, unknown>;
  const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
  const known = git.status === 0;
  if (known) assert.match(String(latest['revision']), /^[\da-f]{12,40}$/);
  assert.deepEqual(Object.keys(latest), ['id', 'timestamp', ...(known ? ['revision'] : [])]);
});

const beforeBuild = () => `created_at=lte.${encodeURIComponent(builtAt)}`;

interface Structured {
  readonly '@type': string;
  readonly [property: string]: unknown;
}

async function structuredOf(route: string): Promise<Structured[]> {
  const html = await read(fileOf(route));
  const found = html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g);
  return [...found].map(([, text = '']) => JSON.parse(text) as Structured);
}

describe('structured data', () => {
  test('the rules of search engines find no error on any page', async () => {
    const validator = new Validator();
    const seen = new Set<string>();
    for (const { path: route } of routes) {
      for (const item of await structuredOf(route)) {
        seen.add(item['@type']);
        const found = { jsonld: { [item['@type']]: [item] }, microdata: {}, rdfa: {} };
        const issues = await validator.validate(found);
        const errors = issues.filter(({ severity }) => severity === 'ERROR');
        assert.deepEqual(errors, [], route);
      }
    }
    assert.deepEqual([...seen].toSorted(), [
      'Article',
      'BreadcrumbList',
      'FAQPage',
      'Organization',
      'Product',
    ]);
  });

  test('the validator would have noticed a product without a price', async () => {
    const offers = { '@type': 'Offer', priceCurrency: 'EUR' };
    const product = { '@type': 'Product', name: 'A cap', offers };
    const found = { jsonld: { Product: [product] }, microdata: {}, rdfa: {} };
    const issues = await new Validator().validate(found);
    assert.ok(issues.some(({ severity }) => severity === 'ERROR'));
  });

  test('offers are the variants of the database, with their prices and windows', async () => {
    const variants = await rows<{
      product_id: string;
      sku: string;
      price_minor: number;
      availability: string;
    }>('variants', `select=product_id,sku,price_minor,availability&limit=1000&${beforeBuild()}`);
    const products = await rows<{ id: string; url: string; title: string; status: string }>(
      'products',
      `select=id,url,title,status&limit=1000&${beforeBuild()}`,
    );
    const batches = await rows<{ product_id: string; closes_at: string | null }>(
      'batches',
      'select=product_id,closes_at&stage=neq.archived&limit=1000',
    );
    for (const { path: route } of pagesOf('product', 'keyboard')) {
      const product = products.find(({ url }) => route.endsWith(`/${url}`));
      assert.ok(product, route);
      const data = (await structuredOf(route)).find((item) => item['@type'] === 'Product');
      assert.equal(data?.['name'], product.title);
      const offers = data?.['offers'] as readonly Record<string, string>[];
      const own = variants.filter((variant) => variant.product_id === product.id);
      assert.deepEqual(
        offers.map(({ sku }) => sku).toSorted(),
        own.map(({ sku }) => sku).toSorted(),
      );
      for (const { sku, price_minor: minor, availability } of own) {
        const offer = offers.find((each) => each['sku'] === sku);
        if (availability !== 'group_buy') {
          assert.equal(Math.round(Number(offer?.['price']) * 100), minor, sku);
          assert.equal(offer?.['priceValidUntil'], undefined, sku);
        } else {
          const ends: readonly { closes_at: string | null }[] = batches.filter(
            (batch) => batch.product_id === product.id,
          );
          const until = offer?.['priceValidUntil'];
          assert.ok(
            ends.some(({ closes_at: at }) =>
              at === null ? until === undefined : Date.parse(at) === Date.parse(until ?? ''),
            ) || ends.length === 0,
            sku,
          );
        }
        const words = {
          in_stock: /InStock/,
          preorder: /PreOrder/,
          group_buy: /PreOrder/,
          list: /./,
        }[availability];
        const wanted = product.status === 'archived' ? /Discontinued/ : words;
        assert.match(offer?.['availability'] ?? '', wanted ?? /never/, sku);
      }
    }
  });

  test('each question of the database is in the page’s data', async () => {
    const entries = await rows<{ question: string; faq_groups: null; group_id: string }>(
      'faq_entries',
      'select=question,group_id&limit=1000',
    );
    const groups = await rows<{ id: string; code: string }>('faq_groups', 'select=id,code');
    const glossary = groups.find(({ code }) => code === 'glossary')?.id;
    const [page] = await structuredOf('/faq');
    assert.ok(page);
    const asked = (page['mainEntity'] as readonly { name: string }[]).map(({ name }) => name);
    const plain = entries.filter(
      ({ group_id: id, question }) => id !== glossary && !question.includes('{{'),
    );
    assert.ok(plain.length > 20);
    for (const { question } of plain) assert.ok(asked.includes(question), question);
  });
});

test('what editors write for a page stands on it, and its numbers are the shop’s', async () => {
  const texts = await rows<{ page: string; code: string; title: string; body: string }>(
    'page_texts',
    'select=page,code,title,body&limit=1000',
  );
  const address = new Map(
    [...pagesOf('about', 'artisans', 'countries', 'faq', 'updates')].map(
      ({ kind, path: route }) => [kind, route],
    ),
  );
  assert.deepEqual(new Set(texts.map(({ page }) => page)), new Set(address.keys()));
  for (const { page, code, body } of texts) {
    const html = await read(fileOf(address.get(page) ?? ''));
    // The longest run of plain words: what is between is marked up, filled in or set with other quotes.
    const words =
      body
        .split(/[^\w ,.:]+/)
        .map((part) => part.trim())
        .toSorted((a, b) => b.length - a.length)[0] ?? '';
    assert.ok(
      words.length > 15 && html.replaceAll(/\s+/g, ' ').includes(words),
      `${page} ${code}: ${words}`,
    );
  }
  const [silence] = await rows<{ value: number }>(
    'settings',
    'select=value&key=eq.weeks_before_silence',
  );
  const updates = await read(fileOf('/updates'));
  assert.match(updates, new RegExp(`data-weeks="${silence?.value}"`));
  assert.match(updates, new RegExp(`at least every ${silence?.value} weeks`));
});

test('each update that is about a product shows a picture in the list', async () => {
  const html = await read(fileOf('/updates'));
  const cards = html.split('<article').slice(1);
  assert.ok(cards.length > 10);
  for (const card of cards) {
    if (card.includes('About ')) assert.match(card, /<img /, card.slice(0, 400));
  }
});

describe('feeds', () => {
  test('both hold the updates of the database, newest first, as feed readers read them', async () => {
    const updates = await rows<{ url: string; title: string; publish_at: string }>(
      'updates',
      `select=url,title,publish_at&order=publish_at.desc,url&limit=1000&${beforeBuild()}`,
    );
    const rss = parseRssFeed(await read('updates/feed.xml'));
    const json = parseJsonFeed(await read('updates/feed.json'));
    const wanted = updates.map(({ url, title }) => `${title} ${site.siteUrl}/updates/${url}`);
    assert.ok(wanted.length > 10);
    const inRss = rss.items?.map(({ title, link }) => `${title} ${link}`) ?? [];
    const inJson = json.items?.map(({ title, url }) => `${title} ${url}`) ?? [];
    assert.deepEqual(inRss.toSorted(), wanted.toSorted());
    assert.deepEqual(inJson, inRss);
    const dates = rss.items?.map(({ pubDate }) => Date.parse(String(pubDate))) ?? [];
    assert.deepEqual(
      dates,
      dates.toSorted((a, b) => b - a),
    );
    assert.equal(json.feed_url, `${site.siteUrl}/updates/feed.json`);
  });

  test('both of everything new hold what the database names, newest first, under ids that stay', async () => {
    const drops = await rows<{ kind: string; id: string; at: string }>(
      'drops',
      'select=kind,id,at&order=at.desc,id&limit=1000',
    );
    const rss = parseRssFeed(await read('drops.xml'));
    const json = parseJsonFeed(await read('drops.json'));
    const inJson = json.items?.map(({ id }) => String(id)) ?? [];
    const known = drops.map(({ kind, id }) => `urn:keywright:drop:${kind}:${id}`);
    assert.ok(inJson.length > 10);
    assert.deepEqual(
      inJson.filter((id) => !known.includes(id)),
      [],
    );
    assert.deepEqual(rss.items?.map(({ guid }) => guid?.value) ?? [], inJson);
    const dates = rss.items?.map(({ pubDate }) => Date.parse(String(pubDate))) ?? [];
    assert.deepEqual(
      dates,
      dates.toSorted((a, b) => b - a),
    );
    for (const { link } of rss.items ?? []) assert.ok(link?.startsWith(site.siteUrl));
  });
});

describe('the calendar', () => {
  test('has the windows of batches and lists, each under an id of its own', async () => {
    const text = await read('calendar.ics');
    assert.match(text, /^BEGIN:VCALENDAR\r\n/);
    for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line);
    const component = new ICAL.Component(ICAL.parse(text));
    const events = component.getAllSubcomponents('vevent').map((each) => {
      assert.ok(each.getFirstPropertyValue('dtstamp'), 'dtstamp');
      return new ICAL.Event(each);
    });
    const at = new Map(events.map(({ uid, startDate }) => [uid, startDate.toJSDate().getTime()]));
    assert.equal(at.size, events.length);
    const batches = await rows<{ id: string; opens_at: string | null; closes_at: string | null }>(
      'batches',
      `select=id,opens_at,closes_at&limit=1000&${beforeBuild()}`,
    );
    const lists = await rows<{
      id: string;
      kind: string;
      opens_at: string | null;
      closes_at: string | null;
    }>('lists', `select=id,kind,opens_at,closes_at&status=neq.draft&limit=1000&${beforeBuild()}`);
    let dated = 0;
    for (const { id, opens_at: opens, closes_at: closes } of [...batches, ...lists]) {
      for (const [name, moment] of [
        ['opens', opens],
        ['closes', closes],
      ] as const) {
        if (moment === null) continue;
        const seconds = Math.floor(Date.parse(moment) / 1000) * 1000;
        assert.equal(at.get(`${id}-${name}@keywright`), seconds, `${id} ${name}`);
        dated += 1;
      }
    }
    const raffles = lists.filter(
      ({ kind, closes_at: closes }) => kind === 'raffle' && closes !== null,
    );
    assert.ok(raffles.length > 0);
    for (const { id, closes_at: closes } of raffles) {
      const payBy = at.get(`${id}-pay-by@keywright`) ?? 0;
      assert.ok(payBy > Date.parse(closes ?? ''), 'winners pay after the raffle closed');
    }
    assert.equal(events.length, dated + raffles.length, 'and nothing else');
  });
});

describe('the sitemap', () => {
  test('names each public page once, and nothing of one person', async () => {
    const strict = new XMLToSitemapItemStream({ level: ErrorLevel.THROW });
    const items: string[] = [];
    for await (const item of Readable.from([await read('sitemap-0.xml')]).pipe(strict)) {
      items.push((item as { readonly url: string }).url);
    }
    assert.equal(
      (await parseSitemap(Readable.from([await read('sitemap-0.xml')]))).length,
      items.length,
    );
    const isPublic = async ({ path: route }: PublishedRoute) =>
      !(await read(fileOf(route))).includes('name="robots" content="noindex"');
    const wanted: string[] = [];
    for (const route of routes) {
      if (route.kind !== 'design' && (await isPublic(route))) {
        wanted.push(new URL(route.path, site.siteUrl).href);
      }
    }
    assert.deepEqual(items.toSorted(), wanted.toSorted());
    assert.match(await read('sitemap-index.xml'), /<loc>[^<]+\/sitemap-0\.xml<\/loc>/);
    assert.match(await read('robots.txt'), /Sitemap: http/);
  });
});
