/** What is chosen, and what is a colour, must be seen where the system brings its own colours. */
import { expect, type Locator, type Page } from 'playwright/test';
import { openPicker } from '../../support/pages/desk-page.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

test.beforeEach(({ page }) =>
  page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' }),
);

/** Pressed without a pointer or a focus, which have marks of their own. */
const press = (control: Locator) =>
  control.evaluate((element) => {
    if (element instanceof HTMLElement) element.click();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });

/** As it looks, with what lies round it: a ring is outside of its box. */
async function look(page: Page, control: Locator): Promise<string> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (box === null) throw new Error('It has no place');
  const clip = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 };
  return (await page.screenshot({ clip })).toString('base64');
}

async function expectMarked(page: Page, control: Locator, other: Locator): Promise<void> {
  await press(control);
  const chosen = await look(page, control);
  await press(other);
  expect(await look(page, control), String(control)).not.toBe(chosen);
}

test('the picker shows its colours, and which swatch, tool, view and tab is chosen', async ({
  page,
  site,
}) => {
  await openPicker(page, site.siteUrl);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const swatches = ['Chalk VP02', 'Soot VP14', 'Plum VP63'].map(button);
  const seen = await Promise.all(
    swatches.map(async (swatch) => (await swatch.screenshot()).length),
  );
  expect(new Set(seen).size).toBe(3);
  await expectMarked(page, button('Plum VP63'), button('Soot VP14'));
  await expectMarked(page, button('Paint by typing'), button('Paint by typing'));
  for (const [one, other] of [
    ['Row', 'Key'],
    ['Legends', 'Caps'],
    ['Angled', 'From above'],
  ] as const) {
    const label = (text: string) =>
      page.locator('label').filter({ hasText: new RegExp(`^${text}$`) });
    await expectMarked(page, label(one), label(other));
  }
  const tab = (name: string) => page.getByRole('tab', { name });
  await expectMarked(page, tab('Parts'), tab('Colours'));
});

test('a keyboard’s page shows which option, picture and stage it is', async ({ page, site }) => {
  await page.goto(`${site.siteUrl}/keyboards/cinderwick-tkl`);
  await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
  const option = (name: string) => page.locator('label').filter({ hasText: name }).first();
  await expectMarked(page, option('Aluminium'), option('POM'));
  const marked = { picture: '.gallery .small a[aria-current]', stage: '[aria-current="step"]' };
  const others = { picture: '.gallery .small a:not([aria-current])', stage: '[aria-current] ~ li' };
  for (const kind of ['picture', 'stage'] as const) {
    await expect(page.locator(marked[kind]).first()).toHaveCSS('outline-style', 'solid');
    await expect(page.locator(others[kind]).first()).toHaveCSS('outline-style', 'none');
  }
});

test('whatever calls itself chosen has a ring, in the shop and at the desk', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'owner@keywright.test');
  const unmarked = () =>
    page
      .locator(
        '[aria-current]:not(span), [aria-selected="true"], [aria-pressed="true"], label:has(> input:checked)',
      )
      .evaluateAll((all) =>
        all.flatMap((element) => {
          const input = element.querySelector(':scope > input');
          const isSeen = input !== null && getComputedStyle(input).opacity !== '0';
          const isMarked = getComputedStyle(element).outlineStyle !== 'none';
          return isSeen || isMarked ? [] : [element.outerHTML.slice(0, 120)];
        }),
      );
  for (const route of [
    '/updates',
    '/products/artisans',
    '/colorpicker',
    '/user/details',
    '/admin/colorways',
    '/admin/shipping',
  ]) {
    await page.goto(site.siteUrl + route);
    await expect(page.locator('html')).not.toHaveAttribute('data-waiting');
    await expect(
      page.locator('[aria-current]:not(span), [aria-selected="true"]').first(),
    ).toBeAttached();
    await expect.poll(unmarked, route).toEqual([]);
  }
});
