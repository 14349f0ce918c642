import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
let sql: Sql;
before(async () => {
  site = await findSite();
  sql = postgres(site.databaseUrl, { max: 1, onnotice: () => undefined }) as unknown as Sql;
});
after(async () => {
  await sql.end();
  await site.stop();
});

const documents = ['terms', 'privacy', 'withdrawal', 'imprint', 'accessibility'] as const;
const read = (file: string) => readFile(path.join(site.siteFolder, file), 'utf8');
const wordsOf = (text: string) => text.replace(/[^\p{L}\d]+/gu, ' ').trim();

test('each legal page shows the version in force with its date and every part, in short and in full', async () => {
  for (const document of documents) {
    const html = await read(`legal/${document}.html`);
    const sections = await sql<{ code: string; plain: string; number: number; at: Date }[]>`
      select s.code, s.plain, v.number, v.effective_at as at
      from public.legal_sections s join public.legal_versions v on v.id = s.version_id
      where v.document = ${document} and v.number = (
        select max(number) from public.legal_versions n where n.document = v.document and n.effective_at <= now())`;
    assert.ok(sections.length >= 3, document);
    const words = wordsOf(html.replace(/<[^>]+>/g, ' ').replace(/&[#\w]+;/g, ' '));
    for (const { code, plain, number } of sections) {
      assert.match(html, new RegExp(`id="?${code}["\\s>]`), `${document} ${code}`);
      const said = plain.includes('{{') ? '' : wordsOf(plain);
      assert.ok(words.includes(said), `${document}: ${plain}`);
      assert.ok(words.includes(`Version ${number} in force since`), document);
    }
    assert.doesNotMatch(html, /\[fill in|\{\{/, document);
  }
});

test('legal pages have payloads, are in the sitemap and may be found by search engines', async () => {
  const sitemap = await read('sitemap-0.xml');
  for (const document of documents) {
    assert.ok(sitemap.includes(`/legal/${document}</loc>`), document);
    const payload = JSON.parse(await read(`legal/${document}/_payload.json`));
    assert.ok(payload.data.versions.length > 0, document);
    assert.doesNotMatch(await read(`legal/${document}.html`), /noindex/, document);
  }
});

test('the foot of every page of the shop names each legal page once', async () => {
  for (const { path: route, kind } of await readRoutes(site.siteFolder)) {
    // The desks have a frame of their own, without a foot.
    if (kind === 'admin') continue;
    const html = await read(route === '/' ? 'index.html' : `${route.slice(1)}.html`);
    const foot = html.slice(html.lastIndexOf('<footer'), html.lastIndexOf('</footer'));
    for (const document of documents) {
      const links = foot.match(new RegExp(`href="?/legal/${document}["\\s>]`, 'g')) ?? [];
      assert.equal(links.length, 1, `${route}: ${document}`);
    }
  }
});
