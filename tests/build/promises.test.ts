import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import postgres, { type Sql } from 'postgres';
import { formatMoney } from '../../src/shared/money.ts';
import { promises } from '../cases/promises.ts';
import { findSite, type BuiltSite } from '../support/site.ts';

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

const wordsOf = (text: string) =>
  text
    .replace(/\]\([^)]*\)/g, '')
    .replace(/&[#\w]+;/g, ' ')
    .replace(/[^\p{L}\d%]+/gu, ' ')
    .trim();

test('pages say each promise with the number of its setting', async () => {
  const settings = await sql<{ key: string; value: number; unit: string }[]>`
    select key, value, unit from public.settings`;
  const said = new Map(
    settings.map(({ key, value, unit }) => [
      key,
      unit === 'minor' ? formatMoney(value, 'EUR') : `${value}${unit === 'percent' ? '%' : ''}`,
    ]),
  );
  const pages: string[] = [];
  for await (const file of glob('{faq,about,updates}.html', { cwd: site.siteFolder }))
    pages.push(file);
  for await (const file of glob('{legal,products,keyboards,updates}/**/*.html', {
    cwd: site.siteFolder,
  }))
    pages.push(file);
  assert.ok(pages.length > 40);
  const texts = await Promise.all(
    pages.map(async (file) =>
      wordsOf((await readFile(path.join(site.siteFolder, file), 'utf8')).replace(/<[^>]+>/g, ' ')),
    ),
  );
  const sentences = promises.flatMap((each) =>
    Object.values(each.said)
      .flat()
      .filter((sentence) => sentence.includes('{{')),
  );
  assert.ok(sentences.length > 30);
  const missing = sentences
    .map((sentence) =>
      wordsOf(sentence.replace(/\{\{([a-z_]+)\}\}/g, (_, key) => said.get(key) ?? '?')),
    )
    .filter((sentence) => !texts.some((text) => text.includes(sentence)));
  assert.deepEqual(missing, []);
});
