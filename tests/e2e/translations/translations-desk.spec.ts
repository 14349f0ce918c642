import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';

/** Questions of a test's own, in a group of their own. */
async function newQuestions(site: BuiltSite, count: number) {
  const name = `Group ${randomUUID().slice(0, 8)}`;
  const code = name.toLowerCase().replace(' ', '-');
  const texts = Array.from({ length: count }, (_, n) => `Where is ${name}, part ${n + 1}?`);
  await withDatabase(site, async (sql) => {
    const [group] = await sql<{ id: string }[]>`
      insert into public.faq_groups (code, title) values (${code}, ${name}) returning id`;
    for (const [n, text] of texts.entries())
      await sql`
        insert into public.faq_entries (group_id, code, question, answer, position)
        values (${group?.id ?? ''}, ${`${code}-${n}`}, ${text}, 'It is **here**.', ${n})`;
  });
  return { name, texts };
}

const translationOf = (site: BuiltSite, source: string) =>
  withDatabase(site, async (sql) => {
    const [row] = await sql<{ text: string; version: number }[]>`
      select text, version from public.translations where source = ${source}`;
    return row?.text ?? null;
  });

async function openDesk(page: Page, site: BuiltSite, search: string, tab = 'open') {
  await page.goto(`${site.siteUrl}/admin/translations?tab=${tab}`);
  await page.getByLabel('Search').fill(search);
  const group = page.getByRole('region', { name: search });
  await expect(group).toBeVisible();
  await expect(page.getByRole('region', { name: /^Group / })).toHaveCount(1);
  return group;
}

const rowOf = (page: Page, source: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(source, { exact: true }) });

test('an editor translates by keys, undoes it, and finds it again after a reload', async ({
  page,
  site,
}) => {
  const { name, texts } = await newQuestions(site, 2);
  const [first = '', second = ''] = texts;
  const watched = await watchPage(page);
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin`);
  await page.getByRole('link', { name: 'Translations' }).click();
  await page.getByLabel('Search').fill(name);
  const group = page.getByRole('region', { name });
  await expect(group).toBeVisible();
  const field = rowOf(page, first).getByRole('textbox', { name: 'German: Question' });
  expect(await field.getAttribute('lang')).toBe('de');
  await field.fill('Wo ist es?');
  await expect(rowOf(page, first).getByText('Not saved yet')).toBeVisible();
  await field.press('Control+Enter');
  await expect(rowOf(page, first).getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText('Translation saved.')).toBeVisible();
  expect(await translationOf(site, first)).toBe('Wo ist es?');
  // The keys go on to the next text.
  await expect(rowOf(page, first).getByRole('textbox')).not.toBeFocused();
  await page.keyboard.type('Es ist **hier**.');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(field).toBeFocused();
  await expect
    .poll(() => group.getByText('Saved', { exact: true }).count(), { message: 'both are saved' })
    .toBe(2);
  // Leaving a field saves it, and what was saved can be undone.
  await field.fill('Wo genau ist es?');
  await rowOf(page, second).getByRole('textbox').focus();
  await expect.poll(() => translationOf(site, first)).toBe('Wo genau ist es?');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => translationOf(site, first)).toBe('Wo ist es?');
  await expect(field).toHaveValue('Wo ist es?');
  await page.reload();
  await openDesk(page, site, name, 'all');
  await expect(rowOf(page, first).getByRole('textbox')).toHaveValue('Wo ist es?');
  // An empty field removes the translation.
  await rowOf(page, first).getByRole('textbox').fill('');
  await rowOf(page, first).getByRole('textbox').press('Control+Enter');
  await expect(rowOf(page, first).getByText('Removed')).toBeVisible();
  expect(await translationOf(site, first)).toBeNull();
  expect(watched.complaints).toEqual([]);
});

test('whoever types on while a text is being saved is no conflict to themselves', async ({
  page,
  site,
}) => {
  const { name, texts } = await newQuestions(site, 1);
  const [text = ''] = texts;
  await signInAs(page, site, 'editor@keywright.test');
  await openDesk(page, site, name);
  await page.route('**/rpc/save_translations', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const field = rowOf(page, text).getByRole('textbox');
  await field.fill('Wo?');
  await field.press('Control+Enter');
  await field.fill('Wohin?');
  await field.press('Control+Enter');
  await expect.poll(() => translationOf(site, text)).toBe('Wohin?');
  await expect(rowOf(page, text).getByText('Saved', { exact: true })).toBeVisible();
  await expect(rowOf(page, text).getByRole('alert')).toHaveCount(0);
  // What is refused stays where it was typed, and what was begun is not lost by leaving.
  await page.unroute('**/rpc/save_translations');
  await page.route('**/rpc/save_translations', (route) => route.abort());
  await field.fill('Woher?');
  await field.press('Control+Enter');
  await expect(rowOf(page, text).getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('Woher?');
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect(page.getByRole('dialog')).toContainText(/not saved|unsaved|discard/i);
});

test('two who translate the same text both keep what they typed until one decides', async ({
  page,
  context,
  site,
}) => {
  const { name, texts } = await newQuestions(site, 1);
  const [text = ''] = texts;
  await signInAs(page, site, 'editor@keywright.test');
  await openDesk(page, site, name);
  const other = await context.newPage();
  await signInAs(other, site, 'owner@keywright.test');
  await openDesk(other, site, name);
  await rowOf(other, text).getByRole('textbox').fill('Von der Chefin');
  await rowOf(other, text).getByRole('textbox').press('Control+Enter');
  await expect.poll(() => translationOf(site, text)).toBe('Von der Chefin');
  const field = rowOf(page, text).getByRole('textbox');
  await field.fill('Von mir');
  await field.press('Control+Enter');
  const alert = rowOf(page, text).getByRole('alert');
  await expect(alert).toContainText('Your text is not saved.');
  await expect(alert).toContainText('Von der Chefin');
  await expect(field).toHaveValue('Von mir');
  expect(await translationOf(site, text)).toBe('Von der Chefin');
  await alert.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect.poll(() => translationOf(site, text)).toBe('Von mir');
  await expect(alert).toBeHidden();
});

test('a text that changed is out of date, shows what changed and is confirmed', async ({
  page,
  site,
}) => {
  const { name, texts } = await newQuestions(site, 1);
  const [text = ''] = texts;
  await signInAs(page, site, 'editor@keywright.test');
  await openDesk(page, site, name);
  const field = rowOf(page, text).getByRole('textbox');
  const now = text.replace('Where', 'When');
  // It changes while somebody translates it.
  await withDatabase(
    site,
    (sql) => sql`update public.faq_entries set question = ${now} where question = ${text}`,
  );
  await field.fill('Wann ist es?');
  await field.press('Control+Enter');
  await expect(rowOf(page, now).getByRole('alert')).toContainText('The English text has changed');
  const renewed = rowOf(page, now).getByRole('textbox');
  await expect(renewed).toHaveValue('Wann ist es?');
  await renewed.press('Control+Enter');
  await expect.poll(() => translationOf(site, now)).toBe('Wann ist es?');
  const later = text.replace('Where', 'Why');
  await withDatabase(
    site,
    (sql) => sql`update public.faq_entries set question = ${later} where question = ${now}`,
  );
  await openDesk(page, site, name, 'older');
  const row = rowOf(page, later);
  await expect(row.getByText('Out of date')).toBeVisible();
  await expect(row.locator('del')).toHaveText(/When/);
  await row.getByRole('button', { name: 'Still right' }).click();
  await expect.poll(() => translationOf(site, later)).toBe('Wann ist es?');
  await expect(row.getByText('Out of date')).toBeHidden();
});

test('translators get a file and give it back; what changed meanwhile is taken when asked', async ({
  page,
  site,
}) => {
  const { name, texts } = await newQuestions(site, 2);
  const [first = '', second = ''] = texts;
  await signInAs(page, site, 'editor@keywright.test');
  await openDesk(page, site, name, 'all');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const exported = await readFile(await (await download).path(), 'utf8');
  expect(exported).toContain('Key,Belongs to,Field,English,German');
  const file = exported
    .split('\r\n')
    .map((line) => (line.includes('?",') ? line.replace(/,$/, ',"Wo, bitte?"') : line))
    .join('\r\n');
  const changed = second.replace('Where', 'Why');
  await withDatabase(
    site,
    (sql) => sql`update public.faq_entries set question = ${changed} where question = ${second}`,
  );
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import translations' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'german.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file),
  });
  await expect(dialog.getByText(/^1 would change, 3 unchanged, 1 can’t be used/)).toBeVisible();
  await expect(dialog.getByText('The English text has changed since')).toBeVisible();
  await dialog.getByText('Also take translations of texts').click();
  await expect(dialog.getByText(/^2 would change, 3 unchanged, 0 can’t be used/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(dialog.getByText(/2 imported|2 rows imported/)).toBeVisible();
  expect(await translationOf(site, first)).toBe('Wo, bitte?');
  expect(await translationOf(site, second)).toBe('Wo, bitte?');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, changed).getByText('Out of date')).toBeVisible();
});

test('an owner publishes a language, and an editor is told who can', async ({
  page,
  context,
  site,
}) => {
  const setting = () =>
    withDatabase(site, async (sql) => {
      const [row] = await sql<{ value: number }[]>`
        select value from public.settings where key = 'language_de'`;
      return row?.value ?? null;
    });
  await withDatabase(site, (sql) => sql`delete from public.settings where key = 'language_de'`);
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/translations`);
  const german = page.getByRole('region', { name: 'German' });
  await expect(german.getByText('Not published')).toBeVisible();
  await expect(german.getByText(/\d of [\d,]+ texts translated/)).toBeVisible();
  await german.getByRole('button', { name: 'Publish German' }).click();
  await expect(german.getByText('Published', { exact: true })).toBeVisible();
  expect(await setting()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(german.getByText('Not published')).toBeVisible();
  expect(await setting()).toBe(0);
  const other = await context.newPage();
  await signInAs(other, site, 'editor@keywright.test');
  await other.goto(`${site.siteUrl}/admin/translations`);
  await expect(other.getByText('An owner can change this.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Publish German' })).toHaveCount(0);
  await withDatabase(site, (sql) => sql`delete from public.settings where key = 'language_de'`);
});

test('support finds the desk closed', async ({ page, site }) => {
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/translations`);
  await expect(
    page.getByText('The translations desk can’t be opened with your role'),
  ).toBeVisible();
});

for (const [width, colorScheme] of [
  [390, 'light'],
  [1440, 'dark'],
] as const)
  test(`is complete and readable at ${width} px, ${colorScheme}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await signInAs(page, site, 'editor@keywright.test');
    await page.goto(`${site.siteUrl}/admin/translations`);
    await expect(page.getByRole('textbox').nth(5)).toBeVisible();
    await expect(page.getByText(/\d of [\d,]+ texts translated/)).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  });
