import { expect } from 'playwright/test';
import { placeGuestOrder, readRows } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { test } from '../../support/site.ts';
import { signInAs } from '../../support/pages/staff-page.ts';

test('a customer is asked about an address, answers by the link, and the second of two who ask is told', async ({
  page,
  browser,
  site,
}) => {
  const email = newAddress('asked');
  const { number } = await placeGuestOrder(site, email);
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const card = page.getByRole('region', { name: 'Address problem' });
  await card.getByLabel('What is wrong').fill('Is there a letter after the number?');

  const slower = await browser.newPage();
  await signInAs(slower, site, 'owner@keywright.test');
  await slower.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const theirs = slower.getByRole('region', { name: 'Address problem' });
  await theirs.getByLabel('What is wrong').fill('Which town is this?');
  await card.getByRole('button', { name: 'Ask the customer' }).click();
  // What was typed goes a moment after it is told.
  const question = 'Is there a letter after the number?';
  await expect(card.getByRole('paragraph').filter({ hasText: question })).toBeVisible();
  await theirs.getByRole('button', { name: 'Ask the customer' }).click();
  await expect(theirs.getByText('Someone else changed this order')).toBeVisible();
  await expect(theirs.getByRole('paragraph').filter({ hasText: question })).toBeVisible();
  await expect(theirs.getByLabel('Ask again')).toHaveValue('Which town is this?');

  await slower.getByRole('button', { name: 'All orders' }).click();
  await slower.getByRole('button', { name: 'Discard' }).click();
  const problems = slower.getByRole('button', { name: /^Address problem \d+$/ });
  await problems.click();
  await expect(slower.getByRole('row', { name: new RegExp(number) })).toContainText(
    'Customer asked',
  );
  await expect(problems).toHaveText(/[1-9]/);
  await slower.close();

  const asked = async () =>
    (await mailsTo(site.apiUrl, email)).find(({ subject }) => subject.includes('a question'));
  await expect.poll(async () => (await asked())?.text).toContain('Is there a letter');
  const link =
    /https?:\/\/\S+#token=[0-9a-f]{64}(?:&act=[0-9a-f]{64})?/.exec(
      (await asked())?.text ?? '',
    )?.[0] ?? '';
  const customer = await browser.newPage();
  await customer.goto(link);
  await expect(customer.getByText('Is there a letter after the number?').first()).toBeVisible();
  await customer.getByRole('button', { name: 'Change address' }).click();
  const dialog = customer.getByRole('dialog');
  await dialog.getByLabel('Street and number').fill('Oudegracht 1b');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(customer.getByText('Oudegracht 1b')).toBeVisible();
  await expect(customer.getByText('We have a question about this address')).toHaveCount(0);
  await customer.close();

  await page.reload();
  await expect(page.getByRole('region', { name: 'History' }).first()).toContainText(
    'address changed',
  );
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText('Oudegracht 1b');
  await expect(page.getByText('The customer was asked')).toHaveCount(0);
});

test('many customers are written to at once, each with what is theirs, and a second press tells nobody twice', async ({
  page,
  site,
}) => {
  const addresses = [newAddress('imported'), newAddress('imported')];
  const orders = [];
  for (const email of addresses) orders.push(await placeGuestOrder(site, email));
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  for (const { number } of orders)
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('checkbox')
      .check();
  const writeTo = async () => {
    await page.getByRole('button', { name: 'Write to customers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write to customers' });
    await expect(dialog.getByText('2 e-mails to 2 people.')).toBeVisible();
    return dialog;
  };
  const dialog = await writeTo();
  const sendButton = dialog.getByRole('button', { name: 'Write to customers: 2 rows' });
  await dialog.getByLabel('Subject').fill('{number} takes a week more');
  await dialog.getByLabel('Text').fill('Dear {nmae},\n\nthe anodiser is late.');
  await expect(sendButton).toBeDisabled();
  await expect(dialog.getByText('Nothing is called {nmae}')).toBeVisible();
  await dialog.getByLabel('Text').fill('Dear {name},\n\nthe anodiser is late.');
  await dialog.getByRole('button', { name: /^Show what KW-/ }).click();
  await expect(dialog.getByText('Dear Ada Buyer,')).toBeVisible();
  await sendButton.click();
  await expect(dialog.getByText('2 done')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  // The same words again, to the same orders.
  const again = await writeTo();
  await again.getByRole('button', { name: 'Write to customers: 2 rows' }).click();
  await expect(again.getByText('2 refused')).toBeVisible();
  await expect(again.getByText('already there').first()).toBeVisible();

  for (const [index, email] of addresses.entries()) {
    const written = async () =>
      (await mailsTo(site.apiUrl, email)).filter(({ subject }) => subject.includes('a week more'));
    await expect.poll(async () => (await written()).length).toBe(1);
    const [mail] = await written();
    expect(mail?.subject).toBe(`${orders[index]?.number} takes a week more`);
    expect(mail?.text).toContain('Dear Ada Buyer,');
  }
});

test('staff change the choices of a line: what does not go together says why and is refused', async ({
  page,
  site,
}) => {
  const { number } = await placeGuestOrder(site, newAddress('chooser'), 'BRAEFELL-KIT');
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  await page.getByRole('button', { name: 'Edit order' }).click();
  const dialog = page.getByRole('dialog', { name: `Change ${number}` });
  await dialog.getByRole('button', { name: 'Change options' }).click();
  await dialog.getByLabel('Plate').selectOption('Polycarbonate');
  await dialog.getByLabel('Layout').selectOption({ index: 1 });
  const why = 'In polycarbonate, the leaf spring beside the ISO enter is too thin';
  await expect(dialog.getByText(why).last()).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('alert')).toContainText(why);
  await dialog.getByLabel('Layout').selectOption('ANSI');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('region', { name: 'What changes' })).toContainText('Polycarbonate');
  await expect(dialog).toContainText('+€6.00 in all');
  await dialog.getByLabel('Why').fill('Softer, as they asked');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Lines' }).first()).toContainText('Polycarbonate');
});

test('labels and slips of chosen orders fill a sheet each, without the site around them', async ({
  page,
  site,
}) => {
  const orders = [];
  for (const name of ['printed', 'printed', 'unpaid'])
    orders.push(await placeGuestOrder(site, newAddress(name)));
  const [first, second, unpaid] = orders;
  await withDatabase(site, async (sql) => {
    for (const id of [first?.id ?? '', second?.id ?? ''])
      await sql`select private.move_order(${id}, 'awaiting_payment', 'paid', 'shop')`;
  });
  await signInAs(page, site, 'owner@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  for (const { number } of orders)
    await page
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('checkbox')
      .check();
  await page.getByRole('button', { name: 'Labels and slips' }).click();
  const dialog = page.getByRole('dialog', { name: 'Labels and slips' });
  await expect(dialog.getByText(`${unpaid?.number} will not change`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Labels and slips: 2 rows' }).click();
  const sheets = page.getByRole('article');
  await expect(sheets).toHaveCount(2);
  await expect(page.getByRole('article', { name: first?.number ?? '' })).toContainText('Ada Buyer');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(sheets.last()).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.reload();
  await expect(sheets).toHaveCount(2);
});

test('the orders of a batch are a press away, from its page and in the list', async ({
  page,
  site,
}) => {
  const inBatch = await placeGuestOrder(site, newAddress('batched'), 'BRAEFELL-KIT');
  const other = await placeGuestOrder(site, newAddress('unbatched'));
  await signInAs(page, site, 'owner@keywright.test');
  const [product] = await readRows(site, 'products?url=eq.braefell-65&select=id');
  await page.goto(`${site.siteUrl}/admin/products?product=${String(product?.['id'])}`);
  await page.getByRole('link', { name: 'BRAEFELL-R1' }).click();
  await page.getByRole('link', { name: 'Its orders' }).click();
  const row = ({ number }: { readonly number: string }) =>
    page.getByRole('row', { name: new RegExp(number) });
  await expect(row(inBatch)).toBeVisible();
  await expect(row(other)).toHaveCount(0);
  const batch = page.getByLabel('Show orders from batch', { exact: true });
  await expect(batch).toHaveValue(/^[0-9a-f-]{36}$/);
  await expect(page).toHaveURL(/f=batch_id/);
  await page.getByRole('button', { name: 'Unpaid' }).click();
  await expect(page).toHaveURL(/awaiting_payment/);
  await expect(row(inBatch)).toBeVisible();
  await batch.selectOption('Every batch');
  await expect(row(other)).toBeVisible();
  await expect(page).not.toHaveURL(/batch_id/);
});

test('new orders are told of without moving a row, and come when they are asked for', async ({
  page,
  site,
}) => {
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/orders`);
  await page.getByRole('button', { name: 'Unpaid' }).click();
  await expect(page).toHaveURL(/awaiting_payment/);
  const grid = page.getByRole('grid', { name: 'Orders' });
  await expect(grid).toBeVisible();
  const top = (await grid.boundingBox())?.y;
  const { id, number } = await placeGuestOrder(site, newAddress('newest'));
  await withDatabase(
    site,
    (sql) => sql`select private.move_order(${id}, 'awaiting_payment', 'paid', 'shop')`,
  );
  // As when somebody comes back to the page.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(/^\d+ new orders?\.$/)).toBeVisible();
  expect((await grid.boundingBox())?.y).toBe(top);
  const row = page.getByRole('row', { name: new RegExp(number) });
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/new orders?\./)).toHaveCount(0);
});
