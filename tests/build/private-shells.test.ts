import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { findSite, readRoutes, type BuiltSite } from '../support/site.ts';

let site: BuiltSite & { stop(): Promise<void> };
let secrets: readonly string[];
before(async () => {
  site = await findSite();
  secrets = await readSecrets();
});
after(() => site.stop());

const shells = [
  'batches',
  'check',
  'colorways',
  'content',
  'customers',
  'designs',
  'health',
  'lists',
  'media',
  'money',
  'orders',
  'photos',
  'products',
  'shipping',
  'staff',
  'translations',
];

const read = (file: string) => readFile(path.join(site.siteFolder, file), 'utf8');

/** What the database knows of people: each as it would stand in a page. */
async function readSecrets(): Promise<readonly string[]> {
  const sql = postgres(site.databaseUrl, { max: 1, onnotice() {} });
  const { timestamp } = JSON.parse(await read('builds/latest.json')) as { timestamp: string };
  // Names that other suites give later could be any word; the shop can't have built with them.
  const rows = await sql<{ text: string }[]>`
    select email as text from auth.users where email is not null
    union select email from private.order_contacts
    union select number from public.order_records
    union select n.text from auth.users u
      left join public.profiles p on p.user_id = u.id
      left join public.addresses a on a.user_id = u.id
      cross join lateral unnest(array[p.full_name, a.name, a.line1, a.phone, u.id::text]) n (text)
    where u.created_at <= ${timestamp} and n.text is not null`;
  await sql.end();
  return rows.map(({ text }) => text).filter((text) => text.length >= 5);
}

/** A page, what is kept beside it for the next one, and every script that it can come to ask for. */
async function filesOf(shell: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map([[`admin/${shell}.html`, await read(`admin/${shell}.html`)]]);
  const beside = await readdir(path.join(site.siteFolder, 'admin', shell)).catch(() => []);
  for (const name of beside)
    files.set(`admin/${shell}/${name}`, await read(`admin/${shell}/${name}`));
  // A map gives what is added while it is walked, so that scripts of scripts come too.
  for (const text of files.values()) {
    for (const [, name = ''] of text.matchAll(/["'`/]([\w.-]+\.js)\b/g)) {
      const file = `_astro/${name}`;
      const script = files.has(file) ? null : await read(file).catch(() => null);
      if (script !== null) files.set(file, script);
    }
  }
  return files;
}

const privateIn = (text: string): readonly string[] => [
  ...secrets.filter((secret) => text.includes(secret)),
  // The addresses of the demo's people, numbers of orders, keys of the service.
  ...(text.match(/@keywright\.test|\bKW-\d{5,}|sb_secret_\w+|\beyJ[\w-]{20,}/g) ?? []),
];

test('every desk of the build is looked at', async () => {
  const routes = await readRoutes(site.siteFolder);
  const desks = routes.map((route) => route.path).filter((route) => route.startsWith('/admin/'));
  assert.deepEqual(
    desks.toSorted(),
    shells.map((shell) => `/admin/${shell}`),
  );
});

for (const shell of shells) {
  test(`the shell of /admin/${shell}, its navigation, Publish bar and scripts tell nothing about anybody`, async () => {
    const files = await filesOf(shell);
    const html = files.get(`admin/${shell}.html`) ?? '';
    assert.match(html, /content="noindex"/);
    assert.match(html, /component-url="[^"]*DeskNav/);
    assert.ok(
      [...files.values()].some((text) => text.includes('Checking for unpublished changes')),
    );
    assert.ok(files.size > 10, `${files.size} files`);
    for (const [name, text] of files) assert.deepEqual(privateIn(text), [], name);
  });
}

test('a shell with any of it would be noticed', async () => {
  const html = await read('admin/orders.html');
  assert.ok(secrets.length >= 12, `${secrets.length} texts`);
  for (const secret of secrets) {
    assert.ok(privateIn(html.replace('</main>', `<p>${secret}</p></main>`)).includes(secret));
  }
});
