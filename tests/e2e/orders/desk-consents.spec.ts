import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { findFaults } from '../../support/pages/axe.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { askApi, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

interface Quoted {
  readonly quote: {
    readonly quote_hash: string;
    readonly shipping_methods: readonly { readonly id: string; readonly price_minor: unknown }[];
  };
}

/** An order of staff's for somebody who has agreed to nothing, with the link that their mail carries. */
async function draft(site: BuiltSite, who: SignedIn, sku: string) {
  const path = `/rest/v1/variants?sku=eq.${sku}&select=id`;
  const [variant] = (await askApi(site, who, 'GET', path)) as readonly { readonly id: string }[];
  const email = `agrees-${randomUUID().slice(0, 8)}@people.test`;
  const wish = {
    p_key: null,
    p_lines: [{ variant_id: variant?.id, quantity: 1 }],
    p_email: email,
    p_address: {
      name: 'Ada Buyer',
      line1: 'Oudegracht 1',
      city: 'Utrecht',
      postcode: '3511 AB',
      country: 'NL',
    },
    p_reason: 'Agreed at the meetup',
    p_payment: 'demo',
  };
  const ask = (more: object) =>
    askApi(site, who, 'POST', '/rest/v1/rpc/draft_order', { ...wish, ...more });
  const { quote: first } = (await ask({})) as Quoted;
  const method = first.shipping_methods.find((each) => each.price_minor !== null)?.id;
  const { quote } = (await ask({ p_shipping_method: method })) as Quoted;
  const made = (await ask({
    p_key: randomUUID(),
    p_shipping_method: method,
    p_quote_hash: quote.quote_hash,
  })) as { readonly order: { readonly number: string } };
  const mailed = async () => {
    const all = (await (await fetch(`${site.apiUrl}/_local/emails`)).json()) as readonly {
      readonly to: string;
      readonly text: string;
    }[];
    return all.find(({ to }) => to === email)?.text ?? '';
  };
  await expect.poll(mailed).toContain('please agree to our terms');
  const link =
    /https?:\/\/\S+#token=[0-9a-f]{64}(?:&act=[0-9a-f]{64})?/.exec(await mailed())?.[0] ?? '';
  return { number: made.order.number, link };
}

const payKey = (page: Page) => page.getByRole('button', { name: 'Pay now' });

test('the customer of an order that staff made reads and agrees before it can be paid', async ({
  page,
  browser,
  site,
}) => {
  const staff = await signInAs(page, site, 'fulfilment@keywright.test');
  const { number, link } = await draft(site, staff, 'SALTMARSH-NUM');
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const open = page.getByRole('region', { name: 'Not agreed yet' });
  await expect(open).toContainText('the terms and the group buy terms');

  const visit = await browser.newContext();
  const customer = await visit.newPage();
  await customer.goto(link);
  const asked = customer.getByRole('region', { name: 'Before you pay' });
  await expect(asked).toContainText('is a group buy');
  await expect(payKey(customer)).toHaveCount(0);
  expect(await findFaults(customer)).toEqual([]);
  await asked.getByLabel('I agree to the terms').check();
  await asked.getByRole('button', { name: 'Agree' }).click();
  await expect(asked.getByText('Please agree to this first.')).toHaveCount(1);
  await asked.getByLabel('I understand that a group buy').check();
  await asked.getByRole('button', { name: 'Agree' }).click();
  await expect(asked).toHaveCount(0);
  await expect(customer.getByText('You agreed to the terms')).toBeVisible();
  await expect(payKey(customer)).toBeVisible();
  await payKey(customer).click();
  await customer.waitForURL((url) => !url.pathname.startsWith('/orders'));
  await visit.close();

  await page.reload();
  await expect(page.getByRole('region', { name: 'Customer' })).toBeVisible();
  await expect(open).toHaveCount(0);
});

test('staff write down that somebody agreed by phone, and the order can be paid', async ({
  page,
  browser,
  site,
}) => {
  const staff = await signInAs(page, site, 'owner@keywright.test');
  const { number, link } = await draft(site, staff, 'PEBBLE-10');
  await page.goto(`${site.siteUrl}/admin/orders?order=${number}`);
  const open = page.getByRole('region', { name: 'Not agreed yet' });
  await open.getByText('They agreed by phone or e-mail').click();
  await open.getByLabel('On', { exact: true }).fill('2019-05-05');
  await open.getByLabel('What was agreed').fill('Read the terms to her');
  await open.getByRole('button', { name: 'Record agreement' }).click();
  await expect(open.getByText('Enter the day on which they agreed')).toBeVisible();
  await open.getByLabel('On', { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await open.getByRole('button', { name: 'Record agreement' }).click();
  await expect(open).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'History' }).first()).toContainText(
    'consents recorded (Read the terms to her)',
  );
  const customer = await browser.newPage();
  await customer.goto(link);
  await expect(payKey(customer)).toBeVisible();
  await expect(customer.getByText('We recorded your agreement')).toBeVisible();
  await customer.close();
});
