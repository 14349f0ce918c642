// browsers: chromium, firefox
import type { Sql } from 'postgres';
import { expect, type Browser, type Page } from 'playwright/test';
import type { DeliveredMail } from '../../../scripts/local-supabase/context.ts';
import { plantCart } from '../../support/pages/cart.ts';
import {
  fillInOrder,
  mixedCart,
  orderKey,
  ordersOf,
  thanks,
} from '../../support/pages/checkout-page.ts';
import { withDatabase } from '../../support/pages/list-pages.ts';
import { mailsTo, newAddress } from '../../support/data/people.ts';
import { fill, finish, moveOrder, openStep } from '../../support/pages/order-desk.ts';
import { test, type BuiltSite } from '../../support/site.ts';
import { askApi, makeAccount, signInAs, type SignedIn } from '../../support/pages/staff-page.ts';

interface Bought {
  readonly id: string;
  readonly number: string;
}

/** On the pages of cart and checkout, and on the demo's payment page if that was chosen. */
async function buy(page: Page, site: BuiltSite, email: string, payment: RegExp): Promise<Bought> {
  const known = new Set((await ordersOf(site, email)).map(({ id }) => id));
  await page.goto(`${site.siteUrl}/cart/confirm`);
  const isAccount = (await page.getByLabel('E-mail', { exact: true }).inputValue()) === email;
  await fillInOrder(page, isAccount ? null : email);
  await page.getByRole('radio', { name: payment }).check();
  await orderKey(page).click();
  if (String(payment).includes('Demo')) {
    await page.getByRole('button', { name: 'Pay', exact: true }).click({ timeout: 20_000 });
    await expect(page.getByText('Your payment arrived')).toBeVisible({ timeout: 20_000 });
  } else {
    await expect(thanks(page)).toBeVisible({ timeout: 20_000 });
    await page.getByRole('link', { name: 'See your order' }).click();
  }
  const placed = (await ordersOf(site, email)).find(({ id }) => !known.has(id));
  const order = { id: String(placed?.['id']), number: String(placed?.['number']) };
  await expect(page.getByRole('heading', { name: `Order ${order.number}` })).toBeVisible();
  return order;
}

/** The mail about an order whose subject says so; its lines come with pictures that can be had. */
async function readMail(site: BuiltSite, email: string, subject: string): Promise<DeliveredMail> {
  let found: DeliveredMail | undefined;
  await expect
    .poll(
      async () => {
        const mails = await mailsTo(site.apiUrl, email);
        found = mails.find((mail) => mail.subject.includes(subject));
        return found === undefined ? mails.map((mail) => mail.subject) : 'it came';
      },
      { timeout: 30_000 },
    )
    .toBe('it came');
  if (found === undefined) throw new Error(`no mail: ${subject}`);
  return found;
}

async function expectPictures(mail: DeliveredMail): Promise<void> {
  const pictures = [...mail.html.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
  expect(pictures).toHaveLength(3);
  for (const src of pictures) {
    const answer = await fetch(src.replaceAll('&amp;', '&'));
    expect([answer.status, answer.headers.get('content-type')?.split('/')[0]]).toEqual([
      200,
      'image',
    ]);
  }
  for (const title of ['Pebble', 'Tallyman', 'Braefell']) expect(mail.text).toContain(title);
}

const stillCancellable = (page: Page) => page.getByRole('button', { name: 'Cancel order' });

/** As if the batch that the order waits for had this deadline; the demo's own batch keeps its own. */
async function moveDeadline(site: BuiltSite, order: Bought, away: string): Promise<void> {
  await withDatabase(site, async (sql: Sql) => {
    await sql`
      with own as (
        insert into public.batches (product_id, code, title, number, stage, opens_at, closes_at, cancel_until)
        select b.product_id, 'STORY-' || ${order.number.replace('KW-', '')}, 'Of a test',
          (select max(number) + 1 from public.batches x where x.product_id = b.product_id), 'closed',
          now() - interval '9 days', now() - interval '2 days',
          now() + ${away}::interval
        from public.order_lines l join public.batches b on b.id = l.batch_id
        where l.order_id = ${order.id} limit 1
        on conflict (code) do update set cancel_until = excluded.cancel_until
        returning id)
      update public.order_lines set batch_id = (select id from own)
      where order_id = ${order.id} and batch_id is not null`;
  });
}

/** What was paid costs more once the deadline is over: told before it is taken, on a page opened earlier too. */
async function cancelAroundDeadline(
  page: Page,
  site: BuiltSite,
  order: Bought,
  isPaid: boolean,
): Promise<void> {
  await moveDeadline(site, order, '1 day');
  await page.reload();
  await stillCancellable(page).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${order.number}?` });
  const confirm = dialog.getByRole('button', { name: 'Yes, cancel it' });
  if (isPaid) {
    await expect(dialog).toContainText('We refund');
    await moveDeadline(site, order, '-1 minute');
    await confirm.click();
    await expect(dialog.getByText('Cancelling costs more by now.')).toBeVisible();
    await expect(dialog).toContainText('because orders for this batch have closed');
    await moveDeadline(site, order, '1 day');
    await page.reload();
    await stillCancellable(page).click();
  } else await expect(dialog).toContainText('Nothing was charged.');
  await confirm.click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('header').getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Parcel 1 won’t be shipped' })).toBeVisible();
}

/** Through the screen of the desk, up to the first parcel's tracking. */
async function workAtDesk(staff: Page, site: BuiltSite, order: Bought, isPaid: boolean) {
  await staff.goto(`${site.siteUrl}/admin/orders?order=${order.number}`);
  if (!isPaid) {
    const payment = await openStep(staff, 'Record payment');
    await fill(payment, { 'Payment reference': `Transfer ${order.number}` });
    await payment.getByRole('button', { name: /^Record €/ }).click();
    await expect(payment).toHaveCount(0);
  }
  await moveOrder(staff, 'Start production');
  await moveOrder(staff, 'Mark as packed');
  const shipping = await openStep(staff, 'Ship');
  await fill(shipping, { Carrier: 'Test Post', 'Tracking number': 'TP-1' });
  for (const place of [2, 3]) await shipping.getByLabel(`Parcel ${place} leaves now`).uncheck();
  await finish(shipping, 'Mark as shipped');
  const parcels = staff.getByRole('region', { name: 'Parcels' });
  await expect(parcels.getByText('Test Post TP-1')).toBeVisible();
}

const rpc = (site: BuiltSite, who: SignedIn, name: string, body: object) =>
  askApi(site, who, 'POST', `/rest/v1/rpc/${name}`, body);

/** By the staff functions, as a carrier's file and the last move would. */
async function sendTheRest(site: BuiltSite, who: SignedIn, order: Bought): Promise<void> {
  const path = `/rest/v1/shipments?order_id=eq.${order.id}&status=eq.planned&select=id,position`;
  const left = (await askApi(site, who, 'GET', path)) as readonly {
    readonly id: string;
    readonly position: number;
  }[];
  expect(left).toHaveLength(2);
  const parcels = left.map(({ id, position }) => ({
    shipment_id: id,
    carrier: 'Test Post',
    tracking_number: `TP-${position}`,
    tracking_url: `https://post.test/TP-${position}`,
  }));
  await rpc(site, who, 'ship_parcels', { p_parcels: parcels });
}

/** A page that never looks again by itself: what it shows anew, it heard of. */
async function stopLookingAgain(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const own = window.setInterval.bind(window);
    const every30s = (work: () => void, ms?: number) => (ms === 30_000 ? 0 : own(work, ms));
    Object.assign(window, { setInterval: every30s });
  });
}

interface Followed {
  readonly site: BuiltSite;
  readonly page: Page;
  readonly email: string;
  readonly order: Bought;
  readonly isGuest: boolean;
}

/**
 * From the payment to the day it arrives, and some of the money back. An account's page hears of each
 * step; a guest's is opened again.
 */
async function followToTheEnd(browser: Browser, followed: Followed): Promise<void> {
  const { site, page, email, order, isGuest } = followed;
  const staff = await (await browser.newContext()).newPage();
  const owner = await signInAs(staff, site, 'owner@keywright.test');
  await workAtDesk(staff, site, order, !isGuest);
  if (isGuest) await page.reload();
  await expect(page.getByText('Packed', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Parcel shipped')).toBeVisible();
  await expect(page.getByText('TP-1')).toBeVisible();
  await sendTheRest(site, owner, order);
  if (isGuest) await page.reload();
  await expect(page.getByRole('link', { name: 'TP-2' })).toHaveAttribute(
    'href',
    'https://post.test/TP-2',
  );
  await rpc(site, owner, 'transition_orders', {
    p_orders: [order.id],
    p_to: 'delivered',
    p_reason: '',
  });
  await staff.reload();
  const refund = await openStep(staff, 'Refund');
  await fill(refund, { 'Amount to refund': '5.00', 'Reason for the refund': 'A scratch' });
  await refund.getByLabel('The money has already been sent').check();
  await finish(refund, 'Refund €5.00');
  await expect(staff.getByRole('region', { name: 'Payments' })).toContainText('Refunded');
  await staff.context().close();
  await page.reload();
  await expect(page.locator('header').getByText('Delivered', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Refunded/).first()).toBeVisible();
  for (const event of ['You placed the order', 'Paid', 'In production', 'Shipped', 'Delivered'])
    await expect(page.getByRole('listitem').filter({ hasText: event }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  for (const subject of ['paid, thank you', 'is on its way', 'has arrived', 'refunded'])
    expect((await readMail(site, email, subject)).subject).toContain(order.number);
}

for (const buyer of ['a guest', 'somebody with an account'] as const) {
  test(`${buyer} buys all kinds of things, follows them home, and calls another order off`, async ({
    page,
    context,
    browser,
    site,
  }) => {
    test.slow();
    const isGuest = buyer === 'a guest';
    const email = newAddress('story');
    if (!isGuest) {
      await signInAs(page, site, await makeAccount(site, email));
      await stopLookingAgain(page);
    }
    await page.addInitScript(() => localStorage.setItem('keywright:consent', 'refused'));
    const cart = await mixedCart(site);
    await plantCart(context, cart);
    // The guest pays the whole life by transfer and the other order on the demo page; the account the
    // other way round.
    const [lasting, short] = isGuest ? [/Bank transfer/, /Demo/] : [/Demo/, /Bank transfer/];
    const order = await buy(page, site, email, lasting);
    const first = await readMail(
      site,
      email,
      `${order.number}: ${isGuest ? 'received, please confirm' : 'received, thank you'}`,
    );
    await expectPictures(first);
    if (isGuest) {
      // The button of the mail proves the mailbox: from here on the page shows everything.
      const link =
        /https?:\/\/\S+\/orders\?order=\S+#token=[0-9a-f]+&act=[0-9a-f]+/.exec(first.text)?.[0] ??
        '';
      await page.goto('about:blank');
      await page.goto(link);
      await expect(page.getByText('Canary Street 1')).toBeVisible();
    }
    await followToTheEnd(browser, { site, page, email, order, isGuest });

    await page.evaluate((text) => localStorage.setItem('keywright:cart', text), cart);
    const other = await buy(page, site, email, short);
    await cancelAroundDeadline(page, site, other, isGuest);
    await readMail(site, email, `${other.number} is cancelled`);
    if (isGuest) return;
    await page.getByRole('link', { name: 'All orders' }).click();
    const listed = (number: string) => page.getByRole('listitem').filter({ hasText: number });
    await expect(listed(other.number)).toContainText('Cancelled');
    await expect(listed(order.number)).toContainText('Delivered');
    await expect(listed(order.number)).toContainText('and 1 more');
  });
}
