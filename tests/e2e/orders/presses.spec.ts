import { expect, type Locator, type Page } from 'playwright/test';
import { newAddress } from '../../support/data/people.ts';
import { orderKey, thanks } from '../../support/pages/checkout-page.ts';
import { test } from '../../support/site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** What a person does until they have ordered: keys, links and boxes pressed, and fields filled in. */
function countedHands() {
  const done = { presses: 0, fields: 0 };
  return {
    done,
    async press(what: Locator) {
      await what.tap();
      done.presses += 1;
    },
    async fill(what: Locator, text: string) {
      await what.fill(text);
      done.fields += 1;
    },
  };
}

type Hands = ReturnType<typeof countedHands>;

/** Of what the checkout asks for, nothing that it knows or has chosen by itself. */
async function orderAsGuest(
  page: Page,
  { press, fill, done }: Hands,
  postage: string | RegExp,
): Promise<void> {
  await press(page.getByRole('link', { name: 'Checkout' }));
  await fill(page.getByLabel('E-mail', { exact: true }), newAddress('presses'));
  const country = page.getByLabel('Country');
  if ((await country.inputValue()) !== 'NL') {
    await country.selectOption('NL');
    done.fields += 1;
  }
  await fill(page.getByLabel('Name'), 'Canary Person');
  await fill(page.getByLabel('Street and number'), 'Canary Street 1');
  await fill(page.getByLabel('Postcode'), '3511 AB');
  await fill(page.getByLabel('Town'), 'Utrecht');
  await expect(page.locator('input[name="method"]:checked')).toHaveCount(1);
  // Whoever presses before the postage is counted is shown the new sum, and presses again.
  const shown = page.locator('dl > div', { hasText: /^Shipping/ }).locator('dd');
  await expect(shown).toHaveText(postage);
  for (const consent of await page.locator('main').getByRole('checkbox', { name: /^I / }).all())
    await press(consent);
  await press(orderKey(page));
  await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
}

test('a guest on a phone buys switches in seven presses and six fields, or fewer', async ({
  page,
  site,
}) => {
  const hands = countedHands();
  await page.goto(site.siteUrl);
  await hands.press(page.getByRole('button', { name: 'Menu' }));
  await hands.press(page.locator('#site-menu').getByRole('link', { name: 'Switches' }));
  await hands.press(page.locator('main').getByRole('link', { name: 'Pebble, linear' }));
  await hands.press(page.locator('main').getByRole('button', { name: 'Add to cart' }).first());
  await orderAsGuest(page, hands, /€[1-9]/);
  expect(hands.done.presses).toBeLessThanOrEqual(7);
  expect(hands.done.fields).toBeLessThanOrEqual(6);
});

test('a guest on a phone joins a group buy in six presses, or fewer', async ({ page, site }) => {
  const hands = countedHands();
  await page.goto(site.siteUrl);
  await hands.press(page.locator('main').getByRole('link', { name: 'Cinderwick TKL' }));
  await hands.press(page.locator('main').getByRole('button', { name: 'Add to cart' }).first());
  // From €150 on, the post is free there.
  await orderAsGuest(page, hands, '€0.00');
  expect(hands.done.presses).toBeLessThanOrEqual(6);
  expect(hands.done.fields).toBeLessThanOrEqual(6);
});
