import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from 'playwright/test';
import { test } from '../../support/own-shop.ts';
import { askApi, signInAs } from '../../support/pages/staff-page.ts';

const mostPresses = 12;
const building = { timeout: 240_000 };

/** Presses of somebody with a mouse: each goes to the page as one, typing goes as keys. */
function countedHand(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(target: Locator) {
      count += 1;
      await target.click();
    },
    /** A list opens with one press and is chosen from with another. */
    async choose(target: Locator, label: string) {
      count += 2;
      await target.selectOption({ label });
    },
    type: (text: string) => page.keyboard.type(text),
  };
}

test('a product with two options is live within twelve presses', async ({ page, shop }) => {
  test.slow();
  const owner = await signInAs(page, shop, 'owner@keywright.test');
  const mark = randomUUID().slice(0, 6);
  const url = `tide-mat-${mark}`;
  await page.goto(`${shop.siteUrl}/admin/products`);
  const hand = countedHand(page);
  await hand.press(page.getByRole('button', { name: 'New product' }));
  await expect(page.getByLabel('Title', { exact: true }).first()).toBeFocused();
  await hand.type(`Tide mat ${mark}`);
  await hand.choose(page.getByLabel('Category'), 'Desk mat');
  await hand.press(page.getByLabel('Summary'));
  await hand.type('A desk mat in two colours and two sizes.');
  await hand.press(page.getByRole('button', { name: 'Add options like size or colour' }));
  await hand.type('Colour');
  await page.keyboard.press('Enter');
  await hand.type('Dusk,Dawn,');
  await hand.press(page.getByRole('button', { name: 'Add another option' }));
  await hand.type('Size');
  await page.keyboard.press('Enter');
  await hand.type('S');
  await page.keyboard.press('Enter');
  await hand.type('M');
  await page.keyboard.press('Enter');
  const all = page.getByRole('group', { name: 'All variants' });
  await hand.press(all.getByLabel('Price in euro'));
  await hand.type('35');
  await hand.press(all.getByLabel('In stock'));
  await hand.type('12');
  await hand.press(page.getByRole('button', { name: 'Save and publish' }));
  expect(hand.count()).toBeLessThanOrEqual(mostPresses);
  await expect(page.getByText('Saved. The site is being built with it.')).toBeVisible();
  // Whoever publishes looks away and back all the time, and is never offered what they made.
  await page.evaluate(() => {
    const notice = document.querySelector<HTMLElement>('[data-newer-build]');
    const look = () => {
      dispatchEvent(new Event('focus'));
      if (notice?.hidden === false) document.body.dataset['offered'] = 'yes';
    };
    setInterval(look, 2_000);
  });

  const asked = `/rest/v1/products?url=eq.${url}&select=status,variants(sku,title,price_minor,choices,stock:stock_pools(on_hand))`;
  const [made] = (await askApi(shop, owner, 'GET', asked)) as readonly {
    readonly status: string;
    readonly variants: readonly Readonly<Record<string, unknown>>[];
  }[];
  expect(made?.status).toBe('published');
  expect(made?.variants).toHaveLength(4);
  expect(made?.variants).toContainEqual({
    sku: `TIDE-MAT-${mark.toUpperCase()}-DAWN-S`,
    title: 'Dawn / S',
    price_minor: 3500,
    choices: ['Dawn', 'S'],
    stock: { on_hand: 12 },
  });
  await expect
    .poll(async () => (await fetch(`${shop.siteUrl}/products/${url}`)).status, building)
    .toBe(200);
  await expect(page.getByText('No unpublished changes').first()).toBeVisible(building);
  await page.getByLabel('Summary').click();
  await page.keyboard.press('Tab');
  await expect(page.locator('body')).not.toHaveAttribute('data-offered');
  await expect(page.locator('[data-newer-build]')).toBeHidden();
  await page.goto(`${shop.siteUrl}/products/${url}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tide mat ${mark}`);
  await expect(page.getByText('€35.00').filter({ visible: true }).first()).toBeVisible();
});
