import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const rowButton = (page: Page, name: string) =>
  page.getByRole('rowheader').getByRole('button', { name, exact: true });

async function openTab(page: Page, site: BuiltSite, tab: string) {
  await page.goto(`${site.siteUrl}/admin/content?tab=${tab}`);
  await expect(page.getByRole('grid')).toBeVisible({ timeout: 15_000 });
}

test('an editor writes a question, sees it as its page will show it, changes and removes it', async ({
  page,
  site,
}) => {
  const word = randomUUID().slice(0, 8);
  const [code, question] = [`where-is-${word}`, `Where is board ${word}?`];
  await signInAs(page, site, 'editor@keywright.test');
  await openTab(page, site, 'questions');
  await page.getByRole('button', { name: 'New question' }).click();
  const dialog = page.getByRole('dialog', { name: 'New question' });
  await dialog.getByLabel('Question', { exact: true }).fill('Où est mon clavier, à 9?');
  await expect(dialog.getByLabel('Address on the page')).toHaveValue('ou-est-mon-clavier-a-9');
  const answer = dialog.getByLabel('Answer');
  await answer.fill('Pay within **{{hours_to_sleep}} hours**. <b>No</b> [page](/faq)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('There is no number called hours_to_sleep.')).toBeVisible();

  await answer.fill('Pay within **{{hours_to_pay}} hours**. <b>No</b> [page](/faq)');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText(/^\d+ hours$/);
  await expect(preview.getByRole('link', { name: 'page' })).toHaveAttribute('href', '/faq');
  await expect(preview).toContainText('<b>No</b>');
  await dialog.getByLabel('Address on the page').fill(code);
  await dialog.getByLabel('Question', { exact: true }).fill(question);
  await expect(dialog.getByLabel('Address on the page')).toHaveValue(code);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);

  const stored = () =>
    withDatabase(
      site,
      (sql) => sql<{ question: string; answer: string }[]>`
        select question, answer from public.faq_entries where code = ${code}`,
    );
  expect(await stored()).toMatchObject([{ question: question }]);
  await page.getByRole('searchbox').fill(question.toLowerCase());
  await page.keyboard.press('Enter');
  await rowButton(page, question).click();
  const again = page.getByRole('dialog', { name: 'Question', exact: true });
  await again.getByLabel('Answer').fill('On its way.');
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again).toHaveCount(0);
  expect(await stored()).toMatchObject([{ answer: 'On its way.' }]);

  await rowButton(page, question).click();
  await again.getByRole('button', { name: 'Remove' }).click();
  await again.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(again).toHaveCount(0);
  expect(await stored()).toHaveLength(0);
});

test('the preview of a text is what the page was built from', async ({ page, site }) => {
  await signInAs(page, site, 'editor@keywright.test');
  const entries = await withDatabase(
    site,
    (sql) => sql<{ code: string; question: string }[]>`
      select e.code, e.question from public.faq_entries e join public.faq_groups g on g.id = e.group_id
      where g.code <> 'glossary' and e.question !~ '[{"]' order by length(e.answer) desc limit 3`,
  );
  const faq = await page.context().newPage();
  await faq.goto(`${site.siteUrl}/faq`);
  await openTab(page, site, 'questions');
  for (const { code, question } of entries) {
    const built = await faq.locator(`[id="${code}"] .prose`).evaluate((text) => {
      text.querySelector('.no-print')?.remove();
      return text.textContent.replaceAll(/\s+/g, '');
    });
    await page.getByRole('searchbox').fill(question);
    await page.keyboard.press('Enter');
    await rowButton(page, question).click();
    const text = page.getByRole('region', { name: 'Preview' }).locator('.prose');
    await expect
      .poll(async () => ((await text.textContent()) ?? '').replaceAll(/\s+/g, ''))
      .toBe(built);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  }
});

test('an update is a draft until it has a day, and gets its address from its headline', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await openTab(page, site, 'updates');
  await page.getByRole('button', { name: 'New update' }).click();
  const dialog = page.getByRole('dialog', { name: 'New update' });
  await dialog.getByLabel('Headline').fill('We moved the saw');
  await dialog.getByLabel('Stage').selectOption('Published');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose from when it is shown.')).toBeVisible();
  await expect(dialog.getByText('Enter 1 to 300 characters.')).toBeVisible();
  await dialog.getByLabel('Stage').selectOption('Draft');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const [stored] = await withDatabase(
    site,
    (sql) => sql`delete from public.updates where url = 'we-moved-the-saw' returning status, title`,
  );
  expect(stored).toEqual({ status: 'draft', title: 'We moved the saw' });
});

test('the list of updates says what each is about, and that of partners where each sells', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/content`);
  const row = (name: string) => page.getByRole('row', { name });
  await expect(row('Lampwing: 231 lanterns')).toContainText('LAMPWING-R1, Lampwing 75');
  await page.getByRole('tab', { name: 'Partners', exact: true }).click();
  await expect(row('Under the Fern')).toContainText('AU, NZ');
});

test('numbers are the owner’s: an editor has no tab for them and is refused', async ({
  page,
  site,
}) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  await openTab(page, site, 'updates');
  await expect(page.getByRole('tab', { name: 'Makers' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Numbers' })).toHaveCount(0);
  const changed = await askApi(site, editor, 'PATCH', '/rest/v1/settings?key=eq.hours_to_pay', {
    value: 1,
  });
  expect(changed).toEqual([]);
});

test('the owner adds a version of a legal text over the newest one, whole and for a day to come', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  await openTab(page, site, 'legal');
  await page.getByRole('button', { name: 'New version' }).click();
  const dialog = page.getByRole('dialog', { name: 'New version of a legal text' });
  await dialog.getByLabel('Document').selectOption('Imprint');
  const sections = dialog.locator('details');
  await expect(sections.first()).toBeVisible();
  const before = await sections.count();
  await dialog.getByLabel('What changed').fill('Another street.');
  await dialog.getByRole('button', { name: 'Add section' }).click();
  const added = sections.nth(before);
  await added.getByLabel('Title').fill('Opening hours');
  await expect(added.getByLabel('Address on the page')).toHaveValue('opening-hours');
  await added.getByLabel('Full text').fill('Within **{{no_such_number}}** days.');
  await dialog.getByRole('button', { name: 'Add version' }).click();
  for (const words of [
    'Choose a time to come.',
    'Enter 5 to 1,000 characters.',
    'There is no number called no_such_number.',
  ])
    await expect(dialog.getByText(words)).toBeVisible();

  const nextYear = `${new Date().getFullYear() + 1}-03-01T09:00`;
  await dialog.getByLabel('Shown from').fill(nextYear);
  await dialog.getByLabel('In force from').fill(nextYear);
  await added.getByLabel('In plain words').fill('When we are here.');
  await added.getByLabel('Full text').fill('Within **{{days_to_refund}}** days.');
  await expect(added.locator('strong')).toHaveText(/^\d+$/);
  await added.getByRole('button', { name: 'Move up' }).click();
  await dialog.getByRole('button', { name: 'Add version' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('gridcell', { name: 'Another street.' })).toBeVisible();
  const stored = await withDatabase(
    site,
    (sql) => sql<{ code: string; at: string }[]>`
      select s.code, s.position::text as at from public.legal_versions v
      join public.legal_sections s on s.version_id = v.id
      where v.document = 'imprint' and v.changes = 'Another street.' order by s.position`,
  );
  expect(stored).toHaveLength(before + 1);
  expect(stored.at(before === 0 ? 0 : -2)?.code).toBe('opening-hours');
  await withDatabase(
    site,
    (sql) => sql`delete from public.legal_versions where changes = 'Another street.'`,
  );
});
