// browsers: chromium, firefox
import { expect, type Page } from 'playwright/test';
import postgres from 'postgres';
import { choose, openPicker, saved } from '../../support/pages/desk-page.ts';
import { newAddress } from '../../support/data/people.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

/** A colour of the book that no other test orders. */
const mud = { code: 'veld-abs-vp81', swatch: 'Mud VP81', words: 'VP81 Mud' };

async function setOrderable(site: BuiltSite, canBeOrdered: boolean): Promise<void> {
  const sql = postgres(site.databaseUrl, { max: 1, onnotice() {} });
  await sql`update public.colorways set can_be_ordered = ${canBeOrdered} where code = ${mud.code}`;
  await sql.end();
}

/** The picture of a line was drawn here, and holds a key in the colour that only this test paints. */
async function expectOwnPicture(page: Page): Promise<void> {
  const picture = page.locator('article img').first();
  await expect(picture).toHaveAttribute('src', /^blob:/);
  const pixelsOfMud = () =>
    picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [320, 240];
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0, 320, 240);
      const data = context?.getImageData(0, 0, 320, 240).data ?? new Uint8ClampedArray();
      let found = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
        if (Math.hypot(r - 0x85, g - 0x78, b - 0x68) < 16) found += 1;
      }
      return found;
    });
  await expect.poll(pixelsOfMud).toBeGreaterThan(150);
}

async function paintMud(page: Page): Promise<void> {
  await page.getByRole('button', { name: mud.swatch, exact: true }).click();
  await page.locator('[data-board] [data-key="20"]').click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: 'Go to the cart' }).click();
}

async function order(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Continue to checkout' }).click();
  await page.getByLabel('Country').selectOption('NL');
  await page.getByLabel('Name').fill('Canary Person');
  await page.getByLabel('Street and number').fill('Canary Street 1');
  await page.getByLabel('Postcode').fill('3511 AB');
  await page.getByLabel('Town').fill('Utrecht');
  await page.locator('input[name="method"]:not(:disabled)').first().check();
  await page.getByLabel('I agree to the terms').check();
  await page.getByRole('radio', { name: /Demo payment/ }).check();
  await page.getByRole('button', { name: 'Place order and pay' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
  return new URL(page.url()).searchParams.get('order') ?? '';
}

test('a design goes from blank to paid order to production sheet, and outlives its colour', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(90_000);
  await page.addInitScript(() => localStorage.setItem('keywright:consent', 'refused'));
  const email = await makeAccount(site, newAddress('designer'));
  await signInAs(page, site, email);
  await page.goto(`${site.siteUrl}/colorpicker`);
  await paintMud(page);
  await expectOwnPicture(page);
  const number = await order(page);
  expect(number).toMatch(/^KW-\d+$/);
  await expectOwnPicture(page);

  const staff = await (await browser.newContext()).newPage();
  await signInAs(staff, site, 'fulfilment@keywright.test');
  await staff.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await staff.getByRole('link', { name: /^Production sheet/ }).click();
  const title = staff.getByRole('heading', { name: `Production sheet, ${number}` });
  await expect(title).toBeVisible();
  const row = staff.getByRole('row').filter({ hasText: mud.words });
  await expect(row).toHaveCount(1);

  await setOrderable(site, false);
  try {
    await staff.reload();
    await expect(title).toBeVisible();
    await expect(row).toHaveCount(1);
    await page.reload();
    await expectOwnPicture(page);

    await page.goto(`${site.siteUrl}/colorpicker`);
    await paintMud(page);
    await expect(page.getByText(/Mud can no longer be ordered\. Nearest: \w/)).toBeVisible();
  } finally {
    await setOrderable(site, true);
    await staff.context().close();
  }
});

/** Whether the picture is drawn from the design: no file of the shop is. */
const isDrawn = /^blob:/;

test('adding a design opens the drawer with its picture, from the desk and from its own page', async ({
  page,
  site,
}) => {
  await openPicker(page, site.siteUrl);
  const path = await saved(page, 'For the drawer', 'Anyone with the link');
  await page.keyboard.press('Escape');
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  for (const [address, pieces] of [
    [null, 1],
    [path, 2],
  ] as const) {
    if (address !== null) await page.goto(site.siteUrl + address);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(drawer).toContainText('Caps to your design');
    await expect(drawer.locator('article img').first()).toHaveAttribute('src', isDrawn);
    await expect(drawer.getByLabel('Quantity').getByRole('spinbutton')).toHaveValue(`${pieces}`);
    await expect(drawer).toContainText('Subtotal €');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('link', { name: `${pieces} in the cart` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to cart' })).toBeFocused();
  }
});

test('a design that can’t be saved is not in the cart, and the picker says why', async ({
  page,
  site,
}) => {
  await openPicker(page, site.siteUrl);
  await page.route('**/rpc/save_design*', (route) => route.abort());
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await expect(page.locator('[data-cart-count]').first()).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('keywright:cart'))).toBeNull();
});

test('a colour of the picker leads to its chip, which is ordered like any other goods', async ({
  page,
  site,
}) => {
  await openPicker(page, site.siteUrl);
  await choose(page, 'Plum VP63');
  await expect(page.getByRole('link', { name: /^Order chips of these colours/ })).toHaveCount(1);
  await page.getByRole('link', { name: 'Order a chip of Plum VP63' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Colour chips');
  await expect(page.getByRole('radio', { name: /VP63 Plum/ })).toBeChecked();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  const drawer = page.getByRole('dialog', { name: 'Added to your cart' });
  await expect(drawer).toContainText('VP63 Plum');
  await expect(drawer).toContainText('Subtotal €1.20');
});

test('every colour of caps that can be ordered has a chip', async ({ request, site }) => {
  const page = await request.get(`${site.siteUrl}/colorpicker/_payload.json`);
  const { data } = (await page.json()) as {
    data: {
      palettes: {
        code: string;
        colours: { name: string; canBeOrdered: boolean; chip?: string }[];
      }[];
    };
  };
  // Metal is sold as a set.
  const caps = data.palettes.filter(({ code }) => code !== 'lode-anodic');
  const colours = caps.flatMap((palette) => palette.colours);
  expect(colours.length).toBeGreaterThan(20);
  for (const { name, canBeOrdered, chip } of colours)
    expect(chip !== undefined, name).toBe(canBeOrdered);
});
