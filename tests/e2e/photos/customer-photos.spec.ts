import { expect, type Locator, type Page } from 'playwright/test';
import sharp from 'sharp';
import { embeddedKeys } from '../../../scripts/settings.ts';
import { deliver } from '../../support/data/delivered-orders.ts';
import { newAddress } from '../../support/data/people.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';
import { phonePhoto } from '../../support/test-photo.ts';

const hostile = `<img src=x onerror="document.title='x'">“Q” & 'q' العربية`;

async function openDialog(page: Page, site: BuiltSite) {
  const email = await makeAccount(site, newAddress('photographer'));
  const { accessToken } = await signInAs(page, site, email);
  const number = await deliver(site, email, accessToken, ['KNOB-SILVER']);
  await page.goto(`${site.siteUrl}/orders?order=${number}`);
  await page.getByRole('button', { name: 'Add a photo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your photos of Turned knob' });
  await expect(dialog.getByLabel('Choose a photo')).toBeEnabled();
  return { dialog, email, sent: dialog.getByRole('list', { name: 'Photos that you sent' }) };
}

async function choose(dialog: Locator, name: string) {
  await dialog.getByLabel(/^Choose a/).setInputFiles(await phonePhoto(name));
  await expect(dialog.getByRole('img', { name: 'What you chose' })).toBeVisible();
}

const fileOf = async (site: BuiltSite, bucket: string, path: string) => {
  const answer = await fetch(`${site.apiUrl}/storage/v1/object/${bucket}/${path}`, {
    headers: { apikey: embeddedKeys.secretKey, authorization: `Bearer ${embeddedKeys.secretKey}` },
  });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
};

const rowsOf = (site: BuiltSite, email: string) =>
  withDatabase(
    site,
    (sql) => sql<{ id: string; path: string; status: string }[]>`
      select p.id, p.storage_path as path, p.status from private.customer_photos p
      join auth.users u on u.id = p.user_id where u.email = ${email} order by p.created_at`,
  );

test('a customer sends a photo from the order, without what the camera wrote, and removes it', async ({
  page,
  site,
}) => {
  const watched = await watchPage(page);
  const { dialog, email, sent } = await openDialog(page, site);
  await dialog.getByRole('button', { name: 'Send photo' }).click();
  await expect(dialog.getByText('Choose a photo.')).toBeVisible();
  await expect(dialog.getByText('Tick this so that we may show the photo.')).toBeVisible();
  await choose(dialog, 'IMG_2041.jpg');
  await expect(dialog.getByRole('img', { name: 'What you chose' })).toBeVisible();
  await dialog.getByLabel('What it is built with').fill(hostile);
  await dialog.getByLabel('Name to show').fill('Ada <b>');
  await dialog.getByRole('checkbox').check();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Send photo' }).dblclick();
  await expect(sent.getByRole('listitem')).toHaveCount(1);
  await expect(sent).toContainText('Waiting');
  await expect(sent).toContainText(hostile);
  await expect(dialog.getByLabel('What it is built with')).toHaveValue('');
  const [photo] = await rowsOf(site, email);
  const file = await fileOf(site, 'photo-inbox', photo?.path ?? '');
  const facts = await sharp(file ?? Buffer.alloc(0)).metadata();
  expect([facts.exif, facts.orientation, facts.width, facts.height]).toEqual([
    undefined,
    undefined,
    900,
    1200,
  ]);
  for (const bucket of ['photo-inbox', 'customer-photos']) {
    const open = `${site.apiUrl}/storage/v1/object/public/${bucket}/${photo?.path}`;
    expect((await fetch(open)).ok, bucket).toBe(false);
  }
  await sent.getByRole('button', { name: 'Remove photo 1' }).click();
  await page.getByRole('button', { name: 'Remove photo', exact: true }).click();
  await expect(dialog.getByText('The photo was removed.')).toBeVisible();
  await expect(sent).toHaveCount(0);
  expect(await rowsOf(site, email)).toHaveLength(0);
  expect(await fileOf(site, 'photo-inbox', photo?.path ?? '')).toBeNull();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeFocused();
  expect(await page.title()).not.toBe('x');
  expect(watched.complaints).toEqual([]);
});

test('what was typed stays when sending fails or is cancelled, and a lost answer adds nothing twice', async ({
  page,
  site,
}) => {
  const { dialog, email, sent } = await openDialog(page, site);
  const uploads = '**/storage/v1/object/photo-inbox/**';
  await dialog.getByLabel('Choose a photo').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('no picture'),
  });
  await expect(dialog.getByText('use a JPEG, PNG, WebP or AVIF file')).toBeVisible();
  await choose(dialog, 'one.jpg');
  const note = dialog.getByLabel('What it is built with');
  await note.fill('Brass plate');
  await dialog.getByRole('checkbox').check();
  const send = dialog.getByRole('button', { name: 'Send photo' });

  await page.route(uploads, (route) => route.abort());
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('can’t be reached');
  await expect(note).toHaveValue('Brass plate');
  await page.unroute(uploads);

  // It arrives, and its answer does not.
  await page.route(uploads, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('can’t be reached');
  await page.unroute(uploads);
  // The file is there by now, and what says so is not heard of either.
  await page.route('**/rpc/send_photo', async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('can’t be reached');
  await page.unroute('**/rpc/send_photo');
  await expect(sent).toContainText('Waiting');
  await send.click();
  await expect(note).toHaveValue('');
  expect(await rowsOf(site, email)).toMatchObject([{ status: 'waiting' }]);

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(uploads, async (route) => {
    await held;
    await route.abort().catch(() => undefined);
  });
  await choose(dialog, 'two.jpg');
  await note.fill('Second');
  await dialog.getByRole('checkbox').check();
  await send.click();
  await expect(dialog.getByRole('progressbar', { name: 'Sending the photo' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  letGo();
  await expect(send).toBeVisible();
  await expect(note).toHaveValue('Second');
  await page.unroute(uploads);
  await expect.poll(() => rowsOf(site, email)).toHaveLength(1);

  // Cancelled before the shop has heard of it, which it does all the same.
  const late = Promise.withResolvers<void>();
  await page.route('**/rpc/add_photo', async (route) => {
    await late.promise;
    const response = await route.fetch();
    await route.fulfill({ response }).catch(() => undefined);
  });
  await send.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  late.resolve();
  await expect(send).toBeVisible();
  await expect(note).toHaveValue('Second');
  await expect.poll(() => rowsOf(site, email)).toHaveLength(1);
});

test('on a phone three photos are the most, and the shelf leads to them', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const { dialog, sent } = await openDialog(page, site);
  for (const name of ['one', 'two', 'three']) {
    await choose(dialog, `${name}.jpg`);
    await dialog.getByLabel('What it is built with').fill(name);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Send photo' }).click();
    await expect(sent.getByText(name, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByText('You have added 3 photos of it.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await findFaults(page)).toEqual([]);
  await page.goto(`${site.siteUrl}/user/shelf`);
  await page.getByRole('button', { name: /Put on my shelf/ }).click();
  await page.getByRole('button', { name: 'Your photos: 3 waiting' }).click();
  await expect(dialog.getByText('You have added 3 photos of it.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
