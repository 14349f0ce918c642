import { expect, type Locator, type Page } from 'playwright/test';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' });

async function answer(page: Page, name: 'Keep editing' | 'Discard') {
  await question(page).getByRole('button', { name }).click();
  await expect(question(page)).toHaveCount(0);
}

interface Opened {
  readonly dialog: Locator;
  readonly field: Locator;
}

const pressed = async (page: Page, button: string, label: string): Promise<Opened> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(label, { exact: true }) });
  return { dialog, field: dialog.getByLabel(label, { exact: true }) };
};
const firstRow = async (page: Page, label: string): Promise<Opened> => {
  await page.getByRole('rowheader').first().getByRole('button').click();
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel(label, { exact: true }) });
  return { dialog, field: dialog.getByLabel(label, { exact: true }).first() };
};

/** Dialogs in which something is typed, each on its desk. */
const dialogs: Readonly<
  Record<
    string,
    {
      readonly path: (site: BuiltSite) => string | Promise<string>;
      readonly open: (page: Page) => Promise<Opened>;
    }
  >
> = {
  'a change of an order': {
    path: async (site) => {
      const { number } = await placeGuestOrder(site, newAddress('unsaved'), 'PEBBLE-10');
      return `orders?order=${number}`;
    },
    open: (page) => pressed(page, 'Edit order', 'Shipping'),
  },
  'a new order': {
    path: () => 'orders',
    open: (page) => pressed(page, 'New order', 'Reason for this order'),
  },
  'a new list': { path: () => 'lists', open: (page) => pressed(page, 'New list', 'Title') },
  'a new shipping zone': {
    path: () => 'shipping?tab=coverage',
    open: (page) => pressed(page, 'New zone', 'Title'),
  },
  'a count of stock': { path: () => 'shipping?tab=stock', open: (page) => firstRow(page, 'Why') },
  'a colour': {
    path: () => 'colorways',
    open: (page) => firstRow(page, 'Supplier of the next sample'),
  },
  'a palette': { path: () => 'colorways?tab=palettes', open: (page) => firstRow(page, 'Title') },
  'a note to what is published': {
    path: () => 'products',
    open: (page) => pressed(page, 'Publish changes …', 'Note for colleagues (optional)'),
  },
};

for (const [name, { path, open }] of Object.entries(dialogs))
  test(`${name} asks before it is thrown away, by Escape, by a press beside it and by its key`, async ({
    page,
    site,
  }) => {
    await signInAs(page, site, 'owner@keywright.test');
    await page.goto(`${site.siteUrl}/admin/${await path(site)}`);
    const { dialog, field } = await open(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    const again = await open(page);
    await field.fill('77');
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(4, 4),
      () => again.dialog.getByRole('button', { name: 'Close', exact: true }).first().click(),
    ];
    for (const way of ways) {
      await way();
      await answer(page, 'Keep editing');
      await expect(field).toHaveValue('77');
    }
    await page.keyboard.press('Escape');
    await answer(page, 'Discard');
    await expect(dialog).toHaveCount(0);
  });

test('a note on an order stays when somebody leaves, by a key, by Back, by a link, until they discard it', async ({
  page,
  site,
}) => {
  const { number } = await placeGuestOrder(site, newAddress('unsaved-note'), 'PEBBLE-10');
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await page.getByRole('rowheader').getByRole('button', { name: number }).click();
  const note = page.getByLabel('Note for colleagues');
  await note.fill('They called twice');

  await page.getByRole('button', { name: 'All orders' }).click();
  await answer(page, 'Keep editing');
  await page.goBack();
  await answer(page, 'Keep editing');
  await expect(page).toHaveURL(new RegExp(`order=${number}`));
  const asked = page.waitForEvent('dialog');
  void page
    .getByRole('link', { name: /^Shop check/ })
    .first()
    .click();
  const leaving = await asked;
  expect(leaving.type()).toBe('beforeunload');
  await leaving.dismiss();
  await expect(note).toHaveValue('They called twice');

  await page.goBack();
  await answer(page, 'Discard');
  await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
  // What was added is saved, and nobody is asked.
  await page.getByRole('rowheader').getByRole('button', { name: number }).click();
  await note.fill('They called once more');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('once more');
  await page.getByRole('button', { name: 'All orders' }).click();
  await expect(page.getByRole('grid', { name: 'Orders' })).toBeVisible();
});
