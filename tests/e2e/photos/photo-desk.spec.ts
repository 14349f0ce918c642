import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { createClient } from '@supabase/supabase-js';
import { deliver } from '../../support/data/delivered-orders.ts';
import { newAddress } from '../../support/data/people.ts';
import { findFaults } from '../../support/pages/axe.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { askApi, makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';
import { phonePhoto } from '../../support/test-photo.ts';

/** One that waits, sent as a browser sends it. */
async function waitingPhoto(page: Page, site: BuiltSite, note: string) {
  const email = await makeAccount(site, newAddress('photographer'));
  const who = await signInAs(page, site, email);
  await deliver(site, email, who.accessToken, ['KNOB-SILVER']);
  const id = randomUUID();
  const [line] = await withDatabase(
    site,
    (sql) => sql<{ id: string }[]>`
      select l.id from public.order_lines l join public.order_records o on o.id = l.order_id
      join auth.users u on u.id = o.user_id where u.email = ${email}`,
  );
  const file = { type: 'image/jpeg', width: 900, height: 1200, colour: '#7a4b2a' };
  const body = { p_id: id, p_line: line?.id, p_file: file, p_note: note, p_agreed: true };
  await askApi(site, who, 'POST', '/rest/v1/rpc/add_photo', body);
  const { storage } = createClient(site.apiUrl, 'sb_publishable_local', {
    auth: { persistSession: false },
    global: { headers: { authorization: `Bearer ${who.accessToken}` } },
  });
  const { buffer } = await phonePhoto('one.jpg');
  const sent = await storage
    .from('photo-inbox')
    .upload(`${id}.jpg`, buffer, { contentType: 'image/jpeg' });
  expect(sent.error).toBeNull();
  await askApi(site, who, 'POST', '/rest/v1/rpc/send_photo', { p_id: id });
  return { id, email };
}

const statusOf = (site: BuiltSite, id: string) =>
  withDatabase(site, async (sql) => {
    const [row] = await sql<{ status: string }[]>`
      select status from private.customer_photos where id = ${id}`;
    return row?.status;
  });

const isOpen = async (site: BuiltSite, id: string) =>
  (await fetch(`${site.apiUrl}/storage/v1/object/public/customer-photos/${id}.jpg`)).ok;

test('an editor shows a photo, undoes it, declines it with a reason and takes down, by keys', async ({
  page,
  browser,
  site,
}) => {
  const customer = await browser.newPage();
  const note = `Brass plate ${randomUUID().slice(0, 6)} <b>`;
  const { id } = await waitingPhoto(customer, site, note);
  const watched = await watchPage(page);
  await signInAs(page, site, 'editor@keywright.test');
  await page.goto(`${site.siteUrl}/admin`);
  await page.getByRole('link', { name: /customers?’s? photos? (is|are) waiting/ }).click();
  const review = page.getByRole('region', { name: 'Photo' });
  // What was sent last is at the end.
  await expect(review).toBeVisible();
  for (
    let step = 0;
    step < 40 && !(await review.locator('blockquote', { hasText: note }).isVisible());
    step += 1
  )
    await page.keyboard.press('ArrowRight');
  await expect(review.locator('blockquote', { hasText: note })).toBeVisible();
  await expect(review.getByLabel('Alt text')).toHaveValue(/^Turned knob.*Brass plate/);
  expect(await findFaults(page)).toEqual([]);
  await review.getByLabel('Alt text').fill('A silver knob on a brown desk');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('s');
  await expect(page.getByText('Photo shown.')).toBeVisible();
  expect(await statusOf(site, id)).toBe('shown');
  expect(await isOpen(site, id)).toBe(true);
  // Sent by a program, with what a phone writes into it: what everyone may fetch has none of that.
  const open = `${site.apiUrl}/storage/v1/object/public/customer-photos/${id}.jpg`;
  const file = Buffer.from(await (await fetch(open)).arrayBuffer());
  expect(file.toString('latin1')).not.toContain('PhoneMaker');
  expect(file.length).toBeGreaterThan(1000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone.')).toBeVisible();
  expect(await statusOf(site, id)).toBe('waiting');
  expect(await isOpen(site, id)).toBe(false);

  await expect(review.locator('blockquote', { hasText: note })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Decline this photo?' });
  await expect(dialog.getByRole('button', { name: 'Decline' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('The label shows an address');
  await dialog.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Photo declined.')).toBeVisible();
  expect(await statusOf(site, id)).toBe('declined');
  await customer.goto(`${site.siteUrl}/orders`);
  await customer.getByRole('link', { name: /KW-/ }).first().click();
  await customer.getByRole('button', { name: 'Your photos: 1 declined' }).click();
  await expect(customer.getByText('The label shows an address')).toBeVisible();

  await page.getByRole('tab', { name: 'Declined' }).click();
  await expect(review.locator('blockquote', { hasText: note })).toBeVisible();
  await review.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => statusOf(site, id)).toBe('shown');
  await page.getByRole('tab', { name: 'Shown' }).click();
  await expect(review.locator('blockquote', { hasText: note })).toBeVisible();
  await review.getByRole('button', { name: 'Take down …' }).click();
  const down = page.getByRole('dialog', { name: 'Take this photo down?' });
  await down.getByLabel('Reason').fill('Asked for by phone');
  await down.getByRole('button', { name: 'Take down' }).click();
  await expect.poll(() => statusOf(site, id)).toBe('declined');
  await expect.poll(() => isOpen(site, id)).toBe(false);
  expect(watched.complaints).toEqual([]);
  await customer.close();
});

test('the desk is for owners and editors, and fits a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/photos`);
  await expect(page.getByText(/can’t be opened with your role/)).toBeVisible();
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/photos?tab=shown`);
  await expect(page.getByRole('region', { name: 'Photo' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await findFaults(page)).toEqual([]);
});
