import { expect, type Page } from 'playwright/test';
import { plantOrder } from '../../support/data/employees.ts';
import { newAddress } from '../../support/data/people.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';
import { test, type BuiltSite } from '../../support/site.ts';

const secret = 'ab'.repeat(32);
const parts =
  /\/rest\/v1\/(rpc\/(?:open_order|find_order)|orders|order_lines|shipments|order_events|payments|documents|batches)\b/;

/** What was asked of the data of orders, in this order. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const part = parts.exec(request.url())?.[1];
    if (part !== undefined && request.method() !== 'OPTIONS') asked.push(part);
  });
  return asked;
}

const heading = (page: Page, number: string) =>
  page.getByRole('heading', { name: `Order ${number}` });

async function plantProven(site: BuiltSite, email: string, owner: string | null) {
  const order = await plantOrder(site, email);
  await withDatabase(site, async (sql) => {
    await sql`
      update private.order_contacts set mailbox_token_hash = private.hash_of(${secret}), mailbox_proven_at = now()
      where order_id = ${order.id}`;
    if (owner !== null)
      await sql`
        update public.order_records set user_id = (select id from auth.users where email = ${owner})
        where id = ${order.id}`;
  });
  return order;
}

test('a guest’s order opens with one request', async ({ page, site }) => {
  const { number } = await plantProven(site, newAddress('guest'), null);
  const asked = askedOf(page);
  await page.goto(`${site.siteUrl}/orders?order=${number}#token=${secret}`);
  await expect(heading(page, number)).toBeVisible();
  expect(asked).toEqual(['rpc/open_order']);
});

test('an account’s order opens with one request, which is repeated when its answer is lost', async ({
  page,
  site,
}) => {
  const email = await makeAccount(site, newAddress('account'));
  const { number } = await plantProven(site, email, email);
  await signInAs(page, site, email);
  const asked = askedOf(page);
  // What follows the order by Realtime reads it once more as soon as it listens.
  await page.routeWebSocket(/realtime/, () => {});
  await page.goto(`${site.siteUrl}/orders?order=${number}`);
  await expect(heading(page, number)).toBeVisible();
  await expect(page.getByText('Oudegracht 1')).toBeVisible();
  expect(asked).toEqual(['rpc/open_order']);

  asked.length = 0;
  let isLost = false;
  await page.route('**/rpc/open_order', (route) => {
    if (isLost) return route.continue();
    isLost = true;
    return route.fulfill({ status: 503, body: '' });
  });
  await page.reload();
  await expect(heading(page, number)).toBeVisible();
  expect(asked).toEqual(['rpc/open_order', 'rpc/open_order']);
});

test('nobody else’s order opens by its number', async ({ page, site }) => {
  const { number } = await plantProven(site, newAddress('guest'), null);
  await signInAs(page, site, await makeAccount(site, newAddress('stranger')));
  await page.goto(`${site.siteUrl}/orders?order=${number}`);
  await expect(page.getByLabel(/e-mail/i).first()).toBeVisible();
  await expect(heading(page, number)).toHaveCount(0);
});
