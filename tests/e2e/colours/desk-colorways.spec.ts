import { expect } from 'playwright/test';
import sharp from 'sharp';
import { test } from '../../support/site.ts';
import { askApi, bothValues, signInAs } from '../../support/pages/staff-page.ts';

test('an editor sees where a colour is used, follows its sample, and lets it go', async ({
  page,
  site,
}) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const mark = Math.random().toString(36).slice(2, 8);
  const [palette] = (await askApi(site, editor, 'POST', '/rest/v1/palettes', {
    code: `samples-${mark}`,
    title: 'Samples',
    maker: 'A test',
  })) as { id: string }[];
  await page.goto(`${site.siteUrl}/admin/colorways`);
  const table = page.getByRole('grid', { name: 'Colorways' });
  await expect(table).toBeVisible();
  await page.getByLabel('Add new colours to').selectOption({ value: palette?.id ?? '' });
  await page.getByRole('button', { name: 'Import CSV or JSON' }).click();
  const importing = page.getByRole('dialog', { name: 'Import a palette' });
  const line = (code: string, colour: string) =>
    `${code}-${mark},${code} ${mark},${code},${colour},red,matt,planned`;
  // Of its own: what an earlier try left behind would be nearer.
  const base = 0x100000 + 2 * Math.floor(Math.random() * 0x700000);
  const colour = (step: number) => `#${(base + step).toString(16)}`;
  const csv = [
    'code,name,physical_code,colour,colour_family,finish,status',
    line('one', colour(0)),
    line('two', colour(1)),
    line('bad', 'reddish'),
  ].join('\n');
  await importing
    .getByLabel('CSV or JSON file')
    .setInputFiles({ name: 'palette.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(importing.getByText(`is hard to tell from one-${mark}`)).toBeVisible();
  await expect(importing.getByText('A colour looks like #1a2b3c.')).toBeVisible();
  await importing.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(importing.getByText('2 imported')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${site.siteUrl}/admin/colorways?q=one-${mark}`);
  await table.getByRole('button', { name: `one ${mark}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Colorway' });
  await expect(dialog.getByText('Nothing uses it yet')).toBeVisible();
  await dialog.getByLabel('Supplier of the next sample').fill('The moulders');
  await dialog.getByRole('button', { name: 'Order a sample' }).click();
  const sample = dialog.getByRole('article', { name: 'Sample of The moulders' });
  await sample.getByRole('button', { name: 'It came' }).click();
  // A file can be put into a field that waits: what came must be seen first.
  await expect(sample.getByRole('button', { name: 'Approve' })).toBeVisible();
  const photo = await sharp({
    create: { width: 400, height: 300, channels: 3, background: '#fe0107' },
  })
    .jpeg()
    .toBuffer();
  await sample
    .getByLabel('Photo of the sample')
    .setInputFiles({ name: 'sample.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(sample.getByRole('img', { name: 'Sample of The moulders' })).toHaveJSProperty(
    'naturalWidth',
    400,
  );
  const seen = sample.getByLabel('Findings');
  await seen.fill('Mine');
  const [own] = (await askApi(
    site,
    editor,
    'GET',
    `/rest/v1/colour_samples?select=id,colorway:colorways!inner(code)&colorway.code=eq.one-${mark}`,
  )) as { id: string }[];
  const ownSample = `/rest/v1/colour_samples?id=eq.${own?.id ?? ''}`;
  await askApi(site, editor, 'PATCH', ownSample, { note: 'Theirs' });
  await sample.getByRole('button', { name: 'Save the words' }).click();
  await expect(bothValues(sample, 'Findings')).toHaveText(['Theirs', 'Mine']);
  await expect(seen).toHaveValue('Mine');
  await sample.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(seen).toHaveValue('Theirs');
  await sample.getByRole('button', { name: 'Reject' }).click();
  await expect(sample.getByText('Rejected', { exact: true })).toBeVisible();
  await sample.getByRole('button', { name: 'Write an update' }).click();
  const telling = page.getByRole('dialog', { name: `Update on one ${mark}` });
  await expect(telling.getByLabel('Headline')).toHaveValue(`one ${mark}: the sample is rejected`);
  await telling.getByLabel('In one sentence').fill(`Too red, says ${mark}.`);
  await telling.getByRole('button', { name: 'Publish the update' }).click();
  const link = telling.getByRole('link', { name: 'read it' });
  await expect(link).toHaveAttribute('href', /^\/updates\//);
  const url = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  const [update] = (await askApi(
    site,
    editor,
    'GET',
    `/rest/v1/updates?url=eq.${url}&select=id,summary,body,status`,
  )) as { id: string; summary: string; body: string; status: string }[];
  expect(update).toMatchObject({ status: 'published', summary: `Too red, says ${mark}.` });
  const [, photoLink = ''] = /^!\[Sample of one \w+\]\((\S+)\)/.exec(update?.body ?? '') ?? [];
  expect((await fetch(photoLink)).ok).toBe(true);
  await askApi(site, editor, 'DELETE', `/rest/v1/updates?id=eq.${update?.id ?? ''}`);
  await telling.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(page.getByText(`one ${mark} is removed.`)).toBeVisible();
});

test('an editor sets many at once, takes it back, and orders them by hand beside somebody else', async ({
  page,
  site,
}) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const mark = Math.random().toString(36).slice(2, 8);
  const [palette] = (await askApi(site, editor, 'POST', '/rest/v1/palettes', {
    code: `order-${mark}`,
    title: `Ordered ${mark}`,
    maker: 'A test',
  })) as { id: string }[];
  const own = `palette_id=eq.${palette?.id ?? ''}`;
  await askApi(
    site,
    editor,
    'POST',
    '/rest/v1/colorways',
    ['one', 'two', 'three'].map((name, position) => ({
      code: `${name}-${mark}`,
      name: `${name} ${mark}`,
      palette_id: palette?.id,
      physical_code: name,
      colour: '#808080',
      colour_family: 'neutral',
      status: 'planned',
      position,
    })),
  );
  const read = async (column: string) =>
    (
      (await askApi(
        site,
        editor,
        'GET',
        `/rest/v1/colorways?${own}&select=${column}&order=position`,
      )) as Record<string, unknown>[]
    ).map((row) => row[column]);

  await page.goto(`${site.siteUrl}/admin/colorways?q=${mark}`);
  const table = page.getByRole('grid', { name: 'Colorways' });
  await expect(table.getByRole('button', { name: `three ${mark}` })).toBeVisible();
  await table.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Set the finish' }).click();
  const many = page.getByRole('dialog', { name: 'Set the finish' });
  await many.getByLabel('Finish').selectOption('gloss');
  await many.getByRole('button', { name: /^Set the finish/ }).click();
  await expect(many.getByText(/3 done/)).toBeVisible();
  expect(await read('finish')).toEqual(['gloss', 'gloss', 'gloss']);
  await many.getByRole('button', { name: /undo|take it back/i }).click();
  await expect.poll(() => read('finish')).toEqual(['matt', 'matt', 'matt']);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Display order' }).click();
  await page.getByLabel('Set the display order for').selectOption({ label: `Ordered ${mark}` });
  const items = page.getByRole('list', { name: 'Display order' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await items.nth(2).dragTo(items.nth(0));
  await expect(items.first()).toContainText(`three ${mark}`);
  const down = page.getByRole('button', { name: `Move three ${mark} down` });
  await down.press('Enter');
  await expect(items.nth(1)).toContainText(`three ${mark}`);
  await expect(down).toBeFocused();
  const [first] = (await read('id')) as string[];
  await askApi(site, editor, 'PATCH', `/rest/v1/colorways?id=eq.${first ?? ''}`, { position: 9 });
  await page.getByRole('button', { name: 'Save the order' }).click();
  const both = page.getByRole('alert').filter({ hasText: 'Someone else changed the order' });
  await expect(both).toContainText(`Theirs: two ${mark}, three ${mark}, one ${mark}.`);
  await expect(both).toContainText(`Yours: one ${mark}, three ${mark}, two ${mark}.`);
  await both.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('The order is saved.')).toBeVisible();
  expect(await read('physical_code')).toEqual(['one', 'three', 'two']);
});

test('two count the pigment of one colour: the second is told, sees both, and what is little says so', async ({
  page,
  site,
}) => {
  const editor = await signInAs(page, site, 'editor@keywright.test');
  const mark = Math.random().toString(36).slice(2, 8);
  const [palette] = (await askApi(site, editor, 'POST', '/rest/v1/palettes', {
    code: `stock-${mark}`,
    title: 'Stock',
    maker: 'A test',
  })) as { id: string }[];
  const [colour] = (await askApi(site, editor, 'POST', '/rest/v1/colorways', {
    code: `stock-${mark}`,
    name: `Stock ${mark}`,
    palette_id: palette?.id,
    physical_code: 'one',
    colour: '#808080',
    colour_family: 'neutral',
  })) as { id: string }[];
  const own = `colorway_id=eq.${colour?.id ?? ''}`;
  const read = () =>
    askApi(site, editor, 'GET', `/rest/v1/colour_stock?${own}&select=grams,warn_below`);

  await page.goto(`${site.siteUrl}/admin/colorways?q=stock-${mark}`);
  const row = page
    .getByRole('grid', { name: 'Colorways' })
    .getByRole('row')
    .filter({ hasText: `Stock ${mark}` });
  await expect(row).toContainText('not counted');
  await row.getByRole('button', { name: `Stock ${mark}` }).click();
  const stock = page
    .getByRole('dialog', { name: 'Colorway' })
    .getByRole('region', { name: 'Raw material in stock' });
  const save = stock.getByRole('button', { name: 'Save the stock' });
  await stock.getByLabel('Grams on hand').fill('-1');
  await expect(stock.getByText('Enter 0 to 10,000,000 grams.')).toBeVisible();
  await expect(save).toBeDisabled();
  await stock.getByLabel('Grams on hand').fill('1500');
  await stock.getByLabel('Low stock below').fill('2000');

  // Somebody else counts it for the first time too, and a moment later once more.
  await askApi(site, editor, 'POST', '/rest/v1/colour_stock', {
    colorway_id: colour?.id,
    grams: 900,
  });
  await save.click();
  await expect(bothValues(stock, 'Grams on hand')).toHaveText(['900', '1500']);
  await askApi(site, editor, 'PATCH', `/rest/v1/colour_stock?${own}`, { grams: 800 });
  await stock.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(bothValues(stock, 'Grams on hand')).toHaveText(['800', '1500']);
  expect(await read()).toEqual([{ grams: 800, warn_below: 0 }]);
  await stock.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(stock.getByText('The stock is saved.')).toBeVisible();
  expect(await read()).toEqual([{ grams: 1500, warn_below: 2000 }]);
  await expect(stock.getByText('Low', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('1,500 g Low');
});

test('editions of sculpts are shown with their sculpt, and a new colour says what it misses', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/colorways`);
  const table = page.getByRole('grid', { name: 'Colorways' });
  const scope = page.getByRole('combobox', { name: 'Show' });
  await expect(table.getByRole('row').nth(1)).toContainText('Lode Anodic');
  await scope.selectOption('Editions of sculpts');
  await expect(table.getByRole('row').nth(1)).toContainText('Deep Diver');
  await scope.selectOption('Veld ABS');
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('Palette is Veld ABS');
  await expect(table.getByRole('row').nth(1)).toContainText('Veld ABS');

  await page.getByLabel('Add new colours to').selectOption('Tarn PBT');
  await page.getByRole('button', { name: 'New colour' }).click();
  const fresh = page.getByRole('dialog', { name: 'New colour' });
  await expect(fresh.getByLabel('Palette')).toHaveText(/Tarn PBT/);
  await expect(fresh.getByLabel('Palette').locator('option:checked')).toHaveText('Tarn PBT');
  await fresh.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(fresh.getByText('Enter the supplier code.')).toBeVisible();
  await expect(fresh.getByText(/^Use lower-case letters, digits and single hyphens/)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Import CSV or JSON' }).click();
  const importing = page.getByRole('dialog', { name: 'Import a palette' });
  await expect(importing).toContainText('are added to Tarn PBT');
  await importing.getByLabel('CSV or JSON file').setInputFiles({
    name: 'palette.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"code": '),
  });
  await expect(importing.getByText('This is not a JSON list')).toBeVisible();
});

test('whoever moves a colour to an end by keyboard keeps the focus on it', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/colorways?tab=order`);
  await page.getByLabel('Set the display order for').selectOption({ label: 'Veld ABS' });
  const items = page.getByRole('list', { name: 'Display order' }).getByRole('listitem');
  const name = (await items.nth(1).innerText()).split('\n').find((line) => /^\w/.test(line)) ?? '';
  await page.getByRole('button', { name: `Move ${name} up` }).press('Enter');
  await expect(items.first()).toContainText(name);
  await expect(page.getByRole('button', { name: `Move ${name} down` })).toBeFocused();
  await page.getByRole('button', { name: 'Undo all' }).click();
});

test('colours that could not be compared are read again at a press, and lead to themselves', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.route('**/rest/v1/colorways*', (route) => route.abort());
  await page.goto(`${site.siteUrl}/admin/colorways?tab=near`);
  const failed = page.getByRole('alert').filter({ hasText: 'The colours could not be loaded' });
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/rest/v1/colorways*');
  await failed.getByRole('button', { name: 'Try again' }).click();
  const near = page.getByRole('region', { name: 'Near duplicates' });
  await near.getByRole('link', { name: 'Coal' }).first().click();
  await expect(page.getByRole('grid', { name: 'Colorways' }).getByRole('row')).toHaveCount(2);
});

test('a palette that has colours stays, and says why', async ({ page, site }) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/colorways?tab=palettes`);
  await page.getByRole('button', { name: 'Tarn PBT' }).click();
  const dialog = page.getByRole('dialog', { name: 'Palette' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(dialog.getByText('It was not removed: a colour still uses it.')).toBeVisible();
});

test('no choice of a desk looks as the browser makes it', async ({ page, site }) => {
  await signInAs(page, site, 'owner@keywright.test');
  const plain = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('select')]
        .filter((select) => getComputedStyle(select).appearance !== 'none')
        .map((select) => select.getAttribute('aria-label') ?? select.id),
    );
  for (const desk of ['colorways', 'orders']) {
    await page.goto(`${site.siteUrl}/admin/${desk}`);
    // Over rows and over none: a shop may have no order yet.
    await page.locator('summary', { hasText: 'Filter' }).click();
    expect(await page.locator('select').count()).toBeGreaterThan(2);
    expect(await plain()).toEqual([]);
  }
  await page.goto(`${site.siteUrl}/admin/colorways?tab=order`);
  await expect(page.getByLabel('Set the display order for')).toBeVisible();
  expect(await plain()).toEqual([]);
});

for (const role of ['owner', 'editor'] as const)
  test(`where a colour is used leads the ${role} to no door that is shut to them`, async ({
    page,
    site,
  }) => {
    await signInAs(page, site, `${role}@keywright.test`);
    await page.goto(`${site.siteUrl}/admin/colorways?q=moth-dusk&f=palette_id%3Aempty%3A`);
    await page
      .getByRole('grid', { name: 'Colorways' })
      .getByRole('button', { name: 'Dusk', exact: true })
      .click();
    const uses = page.getByRole('region', { name: 'Where it is used' });
    await expect(uses).toContainText('Lamp Moth: autumn raffle');
    await expect(uses.getByRole('link', { name: 'Lamp Moth', exact: true })).toBeVisible();
    await expect(uses.getByRole('link', { name: 'Lamp Moth: autumn raffle' })).toHaveCount(
      role === 'owner' ? 1 : 0,
    );
  });

test('an order that is not saved stays until it is let go, whatever else is looked at', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin/colorways?tab=order`);
  const group = page.getByLabel('Set the display order for');
  await group.selectOption({ label: 'Veld ABS' });
  const items = page.getByRole('list', { name: 'Display order' }).getByRole('listitem');
  const name = (await items.nth(1).innerText()).split('\n').find((line) => /^\w/.test(line)) ?? '';
  await page.getByRole('button', { name: `Move ${name} up` }).press('Enter');
  await expect(items.first()).toContainText(name);

  await group.selectOption({ label: 'Tarn PBT' });
  const unsaved = page.getByRole('alert').filter({ hasText: 'This order is not saved' });
  await expect(unsaved).toBeVisible();
  await expect(group.locator('option:checked')).toHaveText('Veld ABS');
  await unsaved.getByRole('button', { name: 'Stay here' }).click();
  await expect(unsaved).toBeHidden();
  await page.getByRole('tab', { name: 'Palettes' }).click();
  await expect(page.getByRole('button', { name: 'Veld ABS' })).toBeVisible();
  await page.getByRole('tab', { name: 'Display order' }).click();
  await expect(items.first()).toContainText(name);

  // Whoever leaves the page is asked by the browser.
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(items.first()).toContainText(name);

  await group.selectOption({ label: 'Tarn PBT' });
  await unsaved.getByRole('button', { name: 'Discard it' }).click();
  await expect(group.locator('option:checked')).toHaveText('Tarn PBT');
  await expect(items.first()).toContainText('Paper');
  await group.selectOption({ label: 'Veld ABS' });
  await expect(items.nth(1)).toContainText(name);
  await expect(unsaved).toBeHidden();
});

test('samples and groups that could not be read are no empty ones, and are read again at a press', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'editor@keywright.test');
  await page.route('**/rest/v1/colour_samples*', (route) => route.abort());
  await page.goto(`${site.siteUrl}/admin/colorways?q=veld-abs-vp14`);
  await page
    .getByRole('grid', { name: 'Colorways' })
    .getByRole('button', { name: 'Soot', exact: true })
    .click();
  const samples = page.getByRole('region', { name: 'Samples' });
  const again = samples.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 20_000 });
  await expect(samples.getByText('Samples from suppliers')).toBeHidden();
  await expect(samples.getByRole('button', { name: 'Order a sample' })).toBeDisabled();
  await page.unroute('**/rest/v1/colour_samples*');
  await again.click();
  await expect(samples.getByText('Samples from suppliers')).toBeVisible();

  // A sample is removed at the second press.
  const supplier = `Removed ${Math.random().toString(36).slice(2, 8)}`;
  await samples.getByLabel('Supplier of the next sample').fill(supplier);
  await samples.getByRole('button', { name: 'Order a sample' }).click();
  const sample = samples.getByRole('article', { name: `Sample of ${supplier}` });
  await sample.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(sample).toBeVisible();
  await sample.getByRole('button', { name: 'Yes, remove the sample' }).click();
  await expect(samples.getByText('Removed.')).toBeVisible();
  await expect(sample).toBeHidden();

  await page.route('**/rest/v1/palettes*', (route) => route.abort());
  await page.goto(`${site.siteUrl}/admin/colorways?tab=order`);
  const failed = page.getByRole('alert').filter({ hasText: 'Palettes and sculpts could not' });
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/rest/v1/palettes*');
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Set the display order for')).toBeVisible();
});
