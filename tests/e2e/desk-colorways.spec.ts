import { expect } from 'playwright/test';
import sharp from 'sharp';
import { test } from '../support/site.ts';
import { askApi, signInAs } from '../support/staff-page.ts';

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
  await page.getByLabel('New ones go to').selectOption({ value: palette?.id ?? '' });
  await page.getByRole('button', { name: 'Import CSV or JSON' }).click();
  const importing = page.getByRole('dialog', { name: 'Import a palette' });
  const line = (code: string, colour: string) =>
    `${code}-${mark},${code} ${mark},${code},${colour},red,matt,planned`;
  const csv = [
    'code,name,physical_code,colour,colour_family,finish,status',
    line('one', '#fe0107'),
    line('two', '#fe0108'),
    line('bad', 'reddish'),
  ].join('\n');
  await importing
    .getByLabel('CSV file')
    .setInputFiles({ name: 'palette.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(importing.getByText(`can hardly be told from one-${mark}`)).toBeVisible();
  await expect(importing.getByText('A colour looks like #1a2b3c.')).toBeVisible();
  await importing.getByRole('button', { name: 'Write 2 rows' }).click();
  await expect(importing.getByText('2 written')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`${site.siteUrl}/admin/colorways?q=one-${mark}`);
  await table.getByRole('button', { name: `one ${mark}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Colorway' });
  await expect(dialog.getByText('Nothing uses it yet')).toBeVisible();
  await dialog.getByLabel('Supplier of the next sample').fill('The moulders');
  await dialog.getByRole('button', { name: 'Order a sample' }).click();
  const sample = dialog.getByRole('article', { name: 'Sample of The moulders' });
  await sample.getByRole('button', { name: 'It came' }).click();
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
  await sample.getByRole('button', { name: 'Reject' }).click();
  await expect(sample.getByText('rejected', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await expect(page.getByText(`one ${mark} is removed: nothing used it.`)).toBeVisible();
});
