import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { placeGuestOrder } from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

interface Told {
  readonly amountMinor: number;
  readonly payer?: string;
  readonly text?: string;
  readonly way?: 'CRDT' | 'DBIT';
  readonly day?: string;
}

const told = ({
  amountMinor,
  payer = 'Ada Buyer',
  text = '',
  way = 'CRDT',
  day = '2026-11-20',
}: Told) => `
  <Ntry><Amt Ccy="EUR">${(amountMinor / 100).toFixed(2)}</Amt><CdtDbtInd>${way}</CdtDbtInd><Sts>BOOK</Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${payer}</Nm></Dbtr></RltdPties>
  <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

async function statementOf(site: BuiltSite, entries: readonly Told[], name = 'november.xml') {
  const [account] = await withDatabase(
    site,
    (sql) => sql<{ iban: string }[]>`select iban from public.bank_accounts where currency = 'EUR'`,
  );
  const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>${account?.iban ?? ''}</IBAN></Id></Acct>${entries.map(told).join('')}</Stmt></BkToCstmrStmt></Document>`;
  return { name, mimeType: 'text/xml', buffer: Buffer.from(text) };
}

async function openDesk(page: Page, site: BuiltSite) {
  await signInAs(page, site, 'fulfilment@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=statements`);
  await expect(page.getByRole('region', { name: 'Read a statement' })).toBeVisible();
}

const fileField = (page: Page) => page.getByLabel('Drop a statement here, or choose a file');
const entry = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Entries' }).getByRole('listitem').filter({ hasText: text });

const capturedOf = async (site: BuiltSite, order: string) => {
  const [row] = await withDatabase(
    site,
    (sql) => sql<{ status: string; captured: number }[]>`
      select status::text, captured_minor as captured from public.order_records where id = ${order}`,
  );
  return [row?.status, row?.captured];
};

test('a statement is read, looked at and recorded once, and what has no order is matched by hand', async ({
  page,
  site,
}) => {
  const email = newAddress('transfer');
  const [whole, part, later] = [
    await placeGuestOrder(site, email, 'PEBBLE-10'),
    await placeGuestOrder(site, newAddress('part'), 'PEBBLE-10'),
    await placeGuestOrder(site, newAddress('later'), 'PEBBLE-10'),
  ];
  const { total_minor: due } = whole;
  const stranger = `Stranger ${whole.number}`.replace('KW-', 'of ');
  const file = await statementOf(site, [
    { amountMinor: due, text: `Order ${whole.number.toLowerCase().replace('-', ' ')}, thanks` },
    { amountMinor: due - 300, text: part.number },
    { amountMinor: due + 777, payer: stranger, text: 'for the keyboard' },
    { amountMinor: 200, text: 'Account fee', way: 'DBIT' },
  ]);
  await openDesk(page, site);
  await fileField(page).setInputFiles(file);
  await expect(entry(page, `Pays ${whole.number} in full`)).toBeVisible();
  await expect(entry(page, `for ${part.number}, €3.00 remains due`)).toBeVisible();
  await expect(entry(page, stranger)).toContainText('No order found');
  await expect(entry(page, 'Account fee')).toContainText('Money that went out');
  await expect(page.getByText('another account')).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^Record 2 payments, / }).click();
  await expect(entry(page, `Recorded for ${whole.number}`)).toBeVisible();
  await expect(entry(page, 'Saved to match later')).toBeVisible();
  expect(await capturedOf(site, whole.id)).toEqual(['paid', due]);
  expect(await capturedOf(site, part.id)).toEqual(['awaiting_payment', due - 300]);

  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: 'Statements so far' }).first()).toContainText(
    '2 of 3 recorded',
  );
  await fileField(page).setInputFiles(file);
  await expect(entry(page, `Recorded for ${whole.number} on`)).toContainText('by you');
  await expect(page.getByRole('button', { name: 'Nothing to record' })).toBeDisabled();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('row').filter({ hasText: stranger }).getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Another order' }).fill(later.number);
  await dialog.getByRole('option', { name: later.number }).click();
  await expect(dialog).toContainText(`Pays ${later.number}, €7.77 too much`);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog).toBeHidden();
  expect(await capturedOf(site, later.id)).toEqual(['paid', due + 777]);
  await expect
    .poll(async () => {
      const mails = await mailsTo(site.apiUrl, email);
      return mails.filter(({ subject }) => subject.endsWith('paid, thank you')).length;
    })
    .toBe(1);
});

test('an answer that is lost in the middle is asked for again, and records nothing twice', async ({
  page,
  site,
}) => {
  const orders = [
    await placeGuestOrder(site, newAddress('lost'), 'PEBBLE-10'),
    await placeGuestOrder(site, newAddress('lost'), 'PEBBLE-10'),
  ];
  await openDesk(page, site);
  const entries = orders.map(({ number, total_minor }) => ({
    amountMinor: total_minor,
    text: number,
    day: '2026-11-18',
  }));
  await fileField(page).setInputFiles(await statementOf(site, entries, 'lost.xml'));
  let isLost = false;
  await page.route('**/rpc/settle_bank_entry', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.getByRole('button', { name: /^Record 2 payments/ }).click();
  await expect(page.getByText('Not everything was recorded')).toBeVisible();
  await page.getByRole('button', { name: /^Record 2 payments/ }).click();
  for (const { id, number, total_minor } of orders) {
    await expect(entry(page, `Recorded for ${number}`)).toBeVisible();
    expect(await capturedOf(site, id)).toEqual(['paid', total_minor]);
  }
});

test('a file with unknown columns is read by hand on a phone and by keyboard, and by itself the next time', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const order = await placeGuestOrder(site, newAddress('columns'), 'PEBBLE-10');
  await openDesk(page, site);
  await fileField(page).setInputFiles({
    name: 'holiday.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(page.getByRole('alert')).toContainText('holiday.pdf can’t be used');
  const amount = (order.total_minor / 100).toFixed(2).replace('.', ',');
  const file = (place: number) => ({
    name: `bank-${place}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Wann;Wie viel;Wer;Wozu ${order.number}\n12.10.2026;${amount};Ada;${order.number}\n21.11.2026;${place},00;Bob;Hello\n`,
    ),
  });
  await fileField(page).setInputFiles(file(1));
  const columns = page.getByRole('region', { name: 'Columns of the file' }).first();
  const key = columns.getByRole('button', { name: 'Read with these columns' });
  await expect(key).toBeDisabled();
  for (const [label, column] of [
    ['Date', 'Wann'],
    ['Amount', 'Wie viel'],
    ['Payer', 'Wer'],
    ['Message', `Wozu ${order.number}`],
  ] as const)
    await columns.getByLabel(label, { exact: true }).selectOption(column);
  await key.focus();
  await page.keyboard.press('Enter');
  await expect(entry(page, `Pays ${order.number} in full`)).toBeVisible();
  const change = entry(page, 'Bob').getByRole('button', { name: /^Change/ });
  await change.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('For no order').check();
  await page.getByLabel('Note').fill('A gift');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: /^Record 1 payment,/ }).press('Enter');
  await expect(entry(page, 'Saved as for no order')).toBeVisible();
  expect(await capturedOf(site, order.id)).toEqual(['paid', order.total_minor]);
  await page.getByRole('button', { name: 'Close' }).click();
  await fileField(page).setInputFiles(file(2));
  await expect(entry(page, `Recorded for ${order.number} on`)).toBeVisible();
  await expect(entry(page, '€2.00')).toContainText('No order found');
});

test('support sees no statements, and no way to read one', async ({ page, site }) => {
  await signInAs(page, site, 'support@keywright.test');
  await page.goto(`${site.siteUrl}/admin/money?tab=statements`);
  await expect(page.getByRole('tab', { name: 'Invoices' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Bank statements' })).toHaveCount(0);
});
