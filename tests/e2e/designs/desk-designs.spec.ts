import { expect, type Page } from 'playwright/test';
import { anyDesign } from '../../support/data/designs.ts';
import { newAddress } from '../../support/data/people.ts';
import { employ } from '../../support/data/employees.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { askApi, makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const reason = 'This is the colourway of my own set, with its name changed.';

/** A public design of an account, reported by another; at a page that nobody needs any more. */
async function reportedDesign(page: Page, site: BuiltSite, name: string) {
  const maker = await signInAs(page, site, await makeAccount(site, newAddress('maker')));
  const rpc = (who: typeof maker, called: string, body: unknown) =>
    askApi(site, who, 'POST', `/rest/v1/rpc/${called}`, body);
  const saved = (await rpc(maker, 'save_design', {
    p_design: { ...anyDesign, name, visibility: 'public' },
  })) as { readonly id: string; readonly code: string };
  const reporter = await signInAs(page, site, await makeAccount(site, newAddress('reporter')));
  await rpc(reporter, 'report_design', { p_id: saved.id, p_reason: reason });
  return saved;
}

const galleryOf = (page: Page) => page.getByRole('region', { name: 'Community designs' });

test('support finds a reported design, hides it from the gallery with a reason, and shows it again', async ({
  page,
  browser,
  site,
}) => {
  const name = `Low tide ${Date.now()}`;
  const { code } = await reportedDesign(page, site, name);
  const shopper = await browser.newPage();
  await shopper.goto(`${site.siteUrl}/colorpicker`);
  await expect(galleryOf(shopper).getByRole('link', { name })).toBeVisible({ timeout: 15_000 });

  await signInAs(page, site, await employ(site, 'support'));
  await page.goto(`${site.siteUrl}/admin`);
  const navigation = page.getByRole('navigation', { name: 'Workshop desk' });
  await navigation.getByRole('link', { name: /^Designs.*reported$/ }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText(reason);
  await expect(row).toContainText('Reported');
  await expect(row.locator('svg')).toBeVisible();
  await row.getByRole('button', { name }).click();
  await expect(page).toHaveURL(/[?&]design=[0-9a-f-]{36}$/);
  const reports = page.getByRole('list', { name: 'Reports' });
  await expect(reports).toContainText(reason);
  await expect(reports).toContainText('Open');

  await page.getByRole('button', { name: 'Hide from the gallery …' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('gone from the gallery at once');
  await expect(dialog).toContainText('Its open report is answered');
  await dialog.getByLabel('Reason').fill('no');
  await expect(dialog.getByRole('button', { name: 'Hide from the gallery' })).toBeDisabled();
  // What was typed is not lost to a press of Escape.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveValue('no');
  await dialog.getByLabel('Reason').fill('A copy of another set');
  await dialog.getByRole('button', { name: 'Hide from the gallery' }).click();
  await expect(dialog).toHaveCount(0);
  const history = page.getByRole('list', { name: 'History' });
  await expect(history).toContainText('Hidden: A copy of another set');
  await expect(history).toContainText('you');
  await expect(reports).toContainText('answered');

  await shopper.reload();
  await expect(galleryOf(shopper).getByRole('link').first()).toBeVisible({ timeout: 15_000 });
  await expect(galleryOf(shopper).getByRole('link', { name })).toHaveCount(0);
  await shopper.goto(`${site.siteUrl}/colorpicker/${code}`);
  await expect(shopper.getByText(/Page Not Found/)).toBeVisible({ timeout: 15_000 });

  await page.getByRole('button', { name: '← All designs' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Hidden' }).click();
  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('button', { name })
    .click();
  await page.getByRole('button', { name: 'Show again …' }).click();
  await dialog.getByLabel('Reason').fill('It was theirs');
  await dialog.getByRole('button', { name: 'Show again' }).click();
  await expect(history).toContainText('Shown again: It was theirs');
  await shopper.goto(`${site.siteUrl}/colorpicker/${code}`);
  await expect(shopper.getByRole('heading', { name })).toBeVisible({ timeout: 15_000 });
  await shopper.close();
});

test('a report that is wrong is answered without hiding anything, and by keyboard alone', async ({
  page,
  site,
}) => {
  const name = `Workbench ${Date.now()}`;
  await reportedDesign(page, site, name);
  await signInAs(page, site, await employ(site, 'editor'));
  await page.goto(`${site.siteUrl}/admin/designs`);
  await page.getByRole('searchbox').fill(name);
  const cell = page.getByRole('rowheader', { name });
  await expect(cell).toBeVisible({ timeout: 15_000 });
  // An editor opens no customers.
  await expect(page.getByRole('row', { name: new RegExp(name) }).getByRole('link')).toHaveCount(0);
  await cell.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Keep in the gallery …' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').focus();
  await page.keyboard.type('Its colours are of every palette');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Kept');
  await expect(page.getByRole('button', { name: /^Keep/ })).toHaveCount(0);
});

test('a list and a design that could not be loaded say so and are asked for again', async ({
  page,
  site,
}) => {
  await signInAs(page, site, await employ(site, 'owner'));
  await page.route('**/rpc/list_public_designs', (route) => route.abort());
  await page.goto(`${site.siteUrl}/admin/designs?tab=gallery`);
  await expect(page.getByText('These rows could not be loaded')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/rpc/list_public_designs');
  await page.getByRole('button', { name: 'Try again' }).click();
  const first = page.getByRole('rowheader').first().getByRole('button');
  await expect(first).toBeVisible();
  await page.route('**/rpc/design_record', (route) => route.abort());
  await first.click();
  await expect(page.getByText('The design could not be loaded')).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/rpc/design_record');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Picture' })).toBeVisible();
  await page.goto(`${site.siteUrl}/admin/designs?design=nothing`);
  await expect(page.getByText('Design not found')).toBeVisible({ timeout: 15_000 });
});

test('both screens read well, in either theme, and need no sideways scrolling at 320 px', async ({
  page,
  site,
}) => {
  const { id } = await reportedDesign(page, site, `Snow day ${'W'.repeat(40)}`);
  await signInAs(page, site, await employ(site, 'owner'));
  for (const path of ['/admin/designs', `/admin/designs?design=${id}`]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${site.siteUrl}${path}`);
    await expect(page.locator('main svg').first()).toBeVisible({ timeout: 15_000 });
    expect(await findFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, path).toBe(0);
  }
  await page.getByRole('button', { name: 'Hide from the gallery …' }).click();
  expect(await findFaults(page, 'dialog')).toEqual([]);
});
