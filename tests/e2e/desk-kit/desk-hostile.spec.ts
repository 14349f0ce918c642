import { randomUUID } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { expect, type Browser, type Page } from 'playwright/test';
import { generateDesk } from '../../bench/generated-desk.ts';
import { harmOf } from '../../support/pages/hostile-pages.ts';
import { fillShop, hostileTexts, type FilledColumn } from '../../support/data/hostile-texts.ts';
import { startTestBackend, type TestBackend } from '../../support/local-backend.ts';
import { test, watchPage, type BuiltSite } from '../../support/site.ts';
import { drawPreview, showPreview } from '../../support/pages/preview-page.ts';
import { makeAccount, signInAs } from '../../support/pages/staff-page.ts';

test.describe.configure({ mode: 'serial' });

const buyer = 'hostile@people.test';
const token = 'a1'.repeat(32);

/** The built site with a backend of this file's own: nobody else wants its data. */
interface HostileShop extends BuiltSite {
  readonly backend: TestBackend;
  readonly sql: Sql;
  readonly columns: readonly FilledColumn[];
  readonly newer: string;
  readonly orderId: string;
  readonly number: string;
  readonly guestNumber: string;
  readonly productId: string;
  readonly listId: string;
  readonly designId: string;
  readonly reportedId: string;
  /** Made to a design that is full of them. */
  readonly lineId: string;
}

let shop: HostileShop;
let builtFor = '';

/** A row of what the demo shop and the generator leave empty. */
async function fillGaps(sql: Sql, userId: string): Promise<void> {
  await sql`update public.order_records set user_id = ${userId}`;
  await sql`
    insert into public.addresses (user_id, label, name, line1, city, postcode, country)
    values (${userId}, 'Home', 'Ada', 'Street 1', 'Town', '1000 AA', 'NL')`;
  await sql`
    insert into public.profiles (user_id, display_name, full_name) values (${userId}, 'Ada', 'Ada')
    on conflict (user_id) do nothing`;
  await sql`
    insert into public.wishes (user_id, product_id, title, note)
    select ${userId}, id, title, 'A note' from public.products where url = 'grease-two'`;
  await sql`
    insert into public.shelf_items (user_id, title, choice, since, note)
    values (${userId}, 'A board', 'In fog', 'May', 'A note')`;
  await sql`insert into public.shelf_links (user_id, name) values (${userId}, 'Ada')`;
  await sql`
    with kept as (
      insert into private.webhooks (name, host, tells) values ('A channel', 'hooks.test', '{drops}') returning id
    )
    insert into private.webhook_calls (webhook_id, last_error) select id, 'An error' from kept`;
  await sql`
    update private.order_contacts
    set company = '{"name": "Makers", "vat_number": "NL123456789B01", "purchase_number": "1", "billing": null}'`;
  await sql`insert into public.order_notes (order_id, text) select id, 'A note' from public.order_records`;
  await sql`select private.count_customers(1000000)`;
  await sql`insert into public.customer_notes (customer_id, text) values (${userId}, 'A note')`;
  await sql`
    update public.products set variant_options = '[{"title": "Colour", "values": [{"title": "Dusk", "colour": "#334455"}]}]'`;
  await sql`
    insert into public.desk_views (desk, list, name, search, owner_id)
    values ('orders', 'orders', 'A view', 'q=1', ${userId})`;
  await sql`
    insert into private.staff_invitations (email, role, token_hash)
    values ('invited@people.test', 'editor', ${token})`;
  await sql`
    insert into public.order_returns (order_id, kind, lines, amount_minor, name, reason, answer)
    select id, 'fault', '[]', 0, 'A name', 'A reason', 'An answer' from public.order_records`;
  await sql`
    insert into public.refund_calls (order_id, refund_id, provider, charge_reference, amount_minor, currency, state, provider_reference, problem)
    select order_id, id, 'stripe', 'pi_1', 1, 'EUR', 'refused', 're_1', 'A problem' from public.payments`;
  await sql`
    with kept as (
      insert into public.bank_statements (id, account, file_name, format, first_on, last_on, payments, header, columns)
      select id, '', 'A file', 'csv', current_date, current_date, 1, 'A;B', '{"day": [0]}' from public.order_records returning id
    )
    insert into public.bank_entries (statement_id, identity, account, booked_on, amount_minor, currency, payer, message,
      bank_reference, status, note, settled_at)
    select id, private.hash_of(id::text), '', current_date, 1, 'EUR', 'A payer', 'A message', 'A reference',
      case when row_number() over () % 2 = 0 then 'set_aside' else 'unmatched' end, 'A note',
      case when row_number() over () % 2 = 0 then now() end from kept`;
  await sql`
    insert into private.payer_accounts (entry_id, iban) select id, 'DE89370400440532013000' from public.bank_entries`;
  await sql`
    insert into private.refund_accounts (order_id, iban, holder, source)
    select id, 'DE89370400440532013000', 'A holder', 'staff' from public.order_records`;
  await sql`
    with made as (
      insert into public.bank_files (id, message_id, iban, execute_on, payments, total_minor, status, reason, settled_at)
      select id, 'KW-' || row_number() over (), 'DE89370400440532013000', current_date, 1, 1, 'discarded', 'A reason', now()
      from public.order_records returning id
    )
    insert into private.bank_file_contents (file_id, refunds, content) select id, '{}', 'A file' from made`;
  await sql`
    insert into public.bank_refunds (refund_id, order_id, reference, amount_minor, currency, account_end)
    select id, order_id, 'R-' || row_number() over (), 1, 'EUR', '3000' from public.payments`;
  await sql`
    insert into public.audit_log (actor_role, action, table_name, row_id, before, after)
    select 'owner', 'update', 'products', n::text, '{"title": "a"}', '{"title": "b"}' from generate_series(1, 60) n`;
  await sql`
    with issued as (
      insert into public.documents (order_id, kind, number, seller_code, position, issued_on, currency,
        net_minor, tax_minor, total_minor, hash)
      select id, 'invoice', 'KW-' || n, 'KW', n, current_date, 'EUR', 0, 0, 0, repeat('0', 64)
      from (select id, row_number() over () as n from public.order_records) o
      returning id, order_id
    ), said as (
      insert into private.document_facts (document_id, facts)
      select id, '{"buyer": {"name": "Ada", "email": "ada@people.test"}, "lines": []}' from issued
    )
    insert into private.documents_due (order_id, problem) select order_id, 'A problem' from issued limit 1`;
  await sql`update public.shipments set carrier = 'PostNL', tracking_number = '1',
    tracking_url = 'https://x.test', status = 'shipped', shipped_at = now(),
    package = '{"name": "Box", "length_mm": 300, "width_mm": 200, "height_mm": 100, "gross_grams": 900}'`;
  await sql`insert into public.colour_samples (colorway_id, note) select id, 'A note' from public.colorways limit 3`;
  await sql`insert into public.publish_requests (note) values ('A note')`;
  await sql`insert into private.vat_checks (number, is_valid, name, address, consultation)
    values ('NL123456789B01', true, 'A name', 'An address', 'A consultation')`;
  await sql`insert into public.design_reports (design_id, reason) select id, 'test' from public.designs
    where visibility = 'public' and hidden_at is null limit 1`;
  await sql`
    insert into public.list_entries (list_id, user_id) select id, ${userId} from public.lists
    where status = 'open' order by title limit 1`;
  await sql`
    insert into public.offers (list_id, entry_id, user_id, choice_id, variant_id, rank, round, expires_at,
      status, ended_at, end_reason)
    select e.list_id, e.id, e.user_id, c.id, c.variant_id, 1, 1, now() + interval '1 day', 'revoked', now(), 'test'
    from public.list_entries e join public.list_choices c on c.list_id = e.list_id
    where e.user_id = ${userId} limit 1`;
  await sql`
    insert into private.list_strikes (offer_id, user_id, at, forgiven_at, forgiven_reason)
    select id, user_id, now(), now(), 'test' from public.offers where user_id = ${userId}`;
  await sql`
    insert into private.address_history (order_id, address)
    select order_id, address from private.order_contacts`;
  await sql`
    insert into private.order_transfers (order_id, from_user, to_email)
    select id, ${userId}, 'taker@people.test' from public.order_records order by placed_at desc limit 1`;
  await sql`
    insert into public.analytics_events (insert_id, name, properties, device_id, happened_at)
    values ('planted-event', 'page_viewed', '{"title": "a"}', 'planted', now())`;
  await sql`
    insert into public.outbox (kind, dedupe_key, recipient, payload, last_error, given_up_at)
    values ('planted', 'planted', 'nobody@people.test', '{"text": "a"}', 'a', now())`;
  await sql`
    update public.order_lines l set design = private.snapshot_of_design(d) from public.designs d
    where d.id = (select id from public.designs where visibility = 'public' limit 1)
      and l.order_id = (select id from public.order_records order by placed_at desc limit 1)`;
  // An amendment as it is kept: words of its own on each side, so that both are told.
  const line = { title: 'Board', variant_title: 'Base', label: 'Colour', value: 'Grey' };
  await sql`
    update public.order_events set
      before = ${JSON.stringify({ name: 'Ada', lines: [line] })}::text::jsonb,
      after = ${JSON.stringify({ line1: 'Street 1', lines_now: [line] })}::text::jsonb`;
  await sql`
    insert into public.product_sounds (product_id, storage_path, title, duration_ms, peaks)
    select id, 'uploads/planted.mp3', 'On felt', 1000, array_fill(50, array[64]) from public.products where url = 'grease-two'`;
  await sql`
    with photo as (
      insert into private.customer_photos (id, user_id, product_id, order_line_id, storage_path, width, height, placeholder_colour,
        note, name, alt, reason, status, sent_at)
      select x.id, ${userId}, l.product_id, l.id, x.id || '.webp', 100, 100, '#000000', 'A note', 'A name', 'A photo', 'A reason',
        x.status, now()
      from (select id, product_id from public.order_lines limit 1) l,
        (values (gen_random_uuid(), 'waiting'), (gen_random_uuid(), 'declined'), (gen_random_uuid(), 'shown')) x (id, status)
      returning *)
    insert into public.shown_photos (id, product_id, storage_path, width, height, placeholder_colour, note, name, alt)
    select id, product_id, storage_path, width, height, placeholder_colour, note, name, alt from photo where status = 'shown'`;
  await sql`
    insert into public.translations (language, table_name, row_id, column_name, text, source)
    select 'de', 'products', id::text, c, 'Ein Text', 'A text' from public.products, unnest(array['title', 'summary']) c
    where url = 'grease-two'`;
  await sql`insert into private.list_bans (user_id, note) values (${userId}, 'test')`;
  await sql`
    insert into private.alerts (code, key, about, message, desk, record)
    select 'low_stock', n::text, 'Board', 'Out of stock.', 'shipping?tab=stock', 'board' from generate_series(1, 60) n`;
}

async function openHostileShop(site: BuiltSite): Promise<HostileShop> {
  const backend = await startTestBackend({ siteUrl: site.siteUrl, runsJobs: true });
  const sql = postgres(backend.databaseUrl, { max: 2, onnotice() {} }) as unknown as Sql;
  const own = { ...site, apiUrl: backend.url, databaseUrl: backend.databaseUrl };
  await generateDesk(sql, { orders: 60, products: 1, events: 0 });
  await makeAccount(own, buyer);
  const [person] = await sql<{ id: string }[]>`select id from auth.users where email = ${buyer}`;
  await fillGaps(sql, person?.id ?? '');
  const columns = await fillShop(sql);
  // What visitors read alive: a product and a design that the built site has never heard of.
  const newer = `newer-${randomUUID().slice(0, 8)}`;
  const [product] = await sql<{ id: string }[]>`
    update public.products set url = ${newer}, status = 'published', publish_at = now(), kind = 'product'
    where url = 'grease-two' returning id`;
  const [order] = await sql<{ id: string; number: string }[]>`
    select id, number from public.order_records order by placed_at desc limit 1`;
  const [guests] = await sql<{ number: string }[]>`
    with guests as (
      update public.order_records set user_id = null, confirmed_at = coalesce(confirmed_at, now())
      where id = (select id from public.order_records order by placed_at limit 1) returning id, number
    )
    update private.order_contacts c set mailbox_token_hash = private.hash_of(${token}), mailbox_proven_at = now()
    from guests g
    where c.order_id = g.id returning g.number`;
  const [list] = await sql<{ id: string }[]>`
    select list_id as id from public.offers where end_reason is not null limit 1`;
  const [design] = await sql<{ id: string }[]>`
    select id from public.designs where visibility = 'public' and hidden_at is null limit 1`;
  const [reported] = await sql<{ id: string }[]>`select design_id as id from public.design_reports`;
  const [line] = await sql<{ id: string }[]>`
    select id from public.order_lines where design is not null limit 1`;
  return {
    ...own,
    backend,
    sql,
    columns,
    newer,
    productId: product?.id ?? '',
    orderId: order?.id ?? '',
    number: order?.number ?? '',
    guestNumber: guests?.number ?? '',
    listId: list?.id ?? '',
    designId: design?.id ?? '',
    reportedId: reported?.id ?? '',
    lineId: line?.id ?? '',
  };
}

/** Each of the sixty has one of the two in it. */
const anyHostile = /__ran=1|evil\.test/;

interface Visitor {
  readonly harm: readonly string[];
  readonly page: Page;
  see(path: string, shows?: string | RegExp): Promise<void>;
  look(): Promise<readonly string[]>;
}

/** Someone at a window of their own, who notes all that the texts do. */
async function visitor(browser: Browser, email: string | null): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 2400 } });
  // The pages still ask the host that their policy allows.
  await context.route(`${builtFor}/**`, (route) =>
    route.continue({ url: route.request().url().replace(builtFor, shop.apiUrl) }),
  );
  await context.routeWebSocket(/\/realtime\/v1\//, (socket) => socket.close());
  const page = await context.newPage();
  if (email !== null) await signInAs(page, shop, email);
  const { complaints, requests } = await watchPage(page);
  const harm: string[] = [];
  let path = '';
  page.on('dialog', (dialog) => {
    harm.push(`${path}: a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const look = async () => {
    const told = complaints.filter((each) => each.includes('policy:'));
    const wild = requests.filter((each) => /^\w+:\/\/evil\.test/.test(each));
    return [...(await harmOf(page)), ...told, ...wild].map((each) => `${path}: ${each}`);
  };
  return {
    harm,
    page,
    look,
    async see(next, shows = anyHostile) {
      path = next;
      complaints.length = 0;
      requests.length = 0;
      await page.goto(`${shop.siteUrl}${path}`);
      // Four windows share the machine here: a slow answer is no harm, a desk that gave up is told.
      const found = page.getByText(shows).first();
      const gaveUp = page.getByRole('button', { name: 'Try again' }).first();
      await expect(found.or(gaveUp).first(), path).toBeAttached({ timeout: 60_000 });
      await expect(found, path).toBeAttached();
      harm.push(...(await look()));
    },
  };
}

test.beforeAll(async ({ site }) => {
  builtFor = site.apiUrl;
  shop = await openHostileShop(site);
});
test.afterAll(async () => {
  await shop.sql.end();
  await shop.backend.stop();
});

/** Rows that the shop writes about itself, in words of its own. */
const machineRows =
  /^(private\.(holds|payment_events|payment_attempts|discount_uses|guesses|follows|browsers|browser_follows|notices|notice_keys|saved_carts|job_turns|job_failures|backups|customer_changes|news|webhook_secrets)|public\.check_runs)\./;
/** Ids, amounts and states, without a word of anybody. */
const wordlessJson = [
  'public.bank_statements.columns',
  'public.designs.design',
  'public.order_lines.design',
  'public.order_records.consents',
  'public.order_returns.lines',
  'public.payments.lines',
  'public.wishes.options',
];

test(`${hostileTexts.length} hostile texts stand in every column of text that the catalogue knows`, () => {
  expect(hostileTexts.length).toBe(60);
  const { columns } = shop;
  expect(columns.filter(({ isGranted }) => isGranted).length).toBeGreaterThan(80);
  const empty = columns.filter(({ isEmpty, name }) => isEmpty && !machineRows.test(name));
  expect(empty.map(({ name }) => name)).toEqual([]);
  // A rule that lets not even the shortest of them in is the only excuse, and JSON has none.
  const untouched = columns.filter(
    ({ rows, isEmpty, isChecked, kind }) =>
      rows === 0 && !isEmpty && (!isChecked || kind.startsWith('json')),
  );
  const names = untouched.map(({ name }) => name);
  expect(names.filter((name) => !wordlessJson.includes(name))).toEqual([]);
  const filled = columns.filter(({ rows }) => rows > 0).map(({ name }) => name);
  // What people write through functions alone, and lists of lines.
  for (const name of [
    'public.products.in_the_box',
    'public.products.still_needed',
    'private.address_history.address',
    'private.order_transfers.to_email',
    'private.list_strikes.forgiven_reason',
    'public.outbox.last_error',
    'public.order_records.address_question',
    'public.order_lines.title',
    'public.order_lines.options',
    'public.order_notes.text',
    'public.customer_notes.text',
    'private.customers.name',
    'public.bank_entries.payer',
    'public.bank_entries.message',
    'public.bank_statements.file_name',
    'public.bank_files.reason',
    'private.refund_accounts.holder',
    'public.order_returns.reason',
    'public.order_returns.answer',
    'public.refund_calls.problem',
    'public.order_events.reason',
    'public.order_events.before',
    'public.order_events.after',
    'public.shipments.carrier',
    'public.shipments.package',
    'public.designs.name',
    'public.offers.end_reason',
    'private.list_bans.note',
    'private.order_contacts.address',
  ])
    expect(filled).toContain(name);
});

const desks = () => [
  [
    '/admin/products',
    `/admin/products?product=${shop.productId}`,
    '/admin/colorways',
    '/admin/colorways?tab=palettes',
    '/admin/customers',
    '/admin/designs?tab=gallery',
    '/admin/media',
    '/admin/photos',
    '/admin/photos?tab=shown',
    '/admin/photos?tab=declined',
    '/admin/translations',
    '/admin/translations?tab=older',
    '/admin/translations?tab=all',
    `/admin/designs?design=${shop.reportedId}`,
    `/admin/customers?of=${shop.orderId}`,
    '/admin/content?tab=updates',
    '/admin/content?tab=questions',
    '/admin/content?tab=groups',
    '/admin/content?tab=pages',
    '/admin/content?tab=makers',
    '/admin/content?tab=partners',
    '/admin/content?tab=numbers',
    '/admin/check?tab=audit',
    '/admin/shipping?tab=methods',
    '/admin/shipping?tab=coverage',
    '/admin/shipping?tab=packages',
    '/admin/shipping?tab=locks',
  ],
  [
    '/admin/orders',
    `/admin/orders?order=${shop.number}`,
    `/colorpicker/${shop.designId}?sheet=${shop.lineId}`,
    '/admin/orders?tab=figures',
    '/admin/lists',
    '/admin/money?tab=statements',
    '/admin/money?tab=refunds',
    '/admin/money?tab=seller',
    '/admin/money?tab=currencies',
    '/admin/money?tab=bank',
    '/admin/money?tab=taxes',
    '/admin/money?tab=rates',
    '/admin/money?tab=codes',
    `/admin/lists?list=${shop.listId}`,
    '/admin/shipping?tab=rates',
    '/admin/check',
    '/admin/health',
  ],
];

test('they do nothing at any desk, nor before a buyer or a guest', async ({ browser }) => {
  test.setTimeout(240_000);
  const owners = desks().map(async (paths) => {
    const owner = await visitor(browser, 'owner@keywright.test');
    for (const path of paths) await owner.see(path);
    return owner;
  });
  const customer = (async () => {
    const person = await visitor(browser, buyer);
    await person.see(`/products/${shop.newer}`);
    await person.see('/user/details');
    await person.see('/user/wishes');
    await person.see('/user/shelf');
    await person.see(`/orders?order=${shop.number}`);
    // These show numbers and a drawing beside names that may not fit.
    await person.see('/orders', shop.number);
    await person.see(`/colorpicker/${shop.designId}`, 'Make a copy');
    const guest = await visitor(browser, null);
    await guest.see(`/orders?order=${shop.guestNumber}#token=${token}`);
    await guest.see(`/products/${shop.newer}`);
    return guest;
  })();
  const all = await Promise.all([...owners, customer]);
  // What an amendment keeps of before and after is told at the order.
  const teller = all[1] ?? (await customer);
  await teller.see(`/admin/orders?order=${shop.number}`);
  const changed = teller.page
    .getByRole('list', { name: 'Changes' })
    .getByRole('listitem')
    .filter({ hasText: '__ran=1' });
  for (const name of ['name', 'lines', 'line1', 'lines now'])
    await expect(changed.filter({ hasText: `${name}:` }).first(), name).toBeAttached();
  expect(all.flatMap(({ harm }) => harm)).toEqual([]);

  // Teeth: what takes such a text for markup is noticed, even where the page's policy stops it.
  const { page, look } = all[0] ?? (await customer);
  await page
    .evaluate(() => {
      document
        .querySelector('main')
        ?.insertAdjacentHTML('beforeend', '<img src=x onerror=__ran=1>');
    })
    .catch(() => undefined);
  await expect.poll(look).toContainEqual(expect.stringMatching(/policy:|onerror/));
  await Promise.all(all.map((each) => each.page.context().close()));
});

test('mails about an order full of them hold them as text', async ({ page }) => {
  const kinds = [
    'order_placed',
    'payment_received',
    'stage_changed',
    'order_shipped',
    'address_asked',
    'order_message',
  ];
  const words = hostileTexts.join('\n\n');
  const more = JSON.stringify({
    reason: words,
    question: words,
    subject: words.slice(0, 90),
    text: words,
  });
  await shop.sql`update private.order_contacts set email = 'reader@people.test'`;
  for (const kind of kinds)
    await shop.sql`select private.mail_about_order(${shop.orderId}, ${kind}, 'hostile', ${more}::text::jsonb)`;
  const sent = async () =>
    (await shop.backend.emails()).filter(({ to }) => to === 'reader@people.test');
  await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBe(kinds.length);
  const harm: string[] = [];
  for (const { html, subject } of await sent()) {
    // No policy and no frame protects the reader here.
    await page.setContent(html);
    await expect(page.getByText('__ran=1').first()).toBeAttached();
    harm.push(...(await harmOf(page)).map((each) => `${subject}: ${each}`));
  }
  expect(harm).toEqual([]);
  // Teeth: a mail that took the same text for markup would be noticed.
  await page.setContent(`<p>${hostileTexts.join('')}</p>`);
  expect(await harmOf(page)).toContainEqual(expect.stringContaining('onerror'));
});

test('the built page of a product shows every line of them as it was typed', async ({
  page,
  site,
  context,
}) => {
  const { accessToken } = await signInAs(page, site, 'editor@keywright.test');
  const { complaints, requests } = await watchPage(page);
  const all = hostileTexts.join('\n\n');
  const [boxed, needed] = [hostileTexts.slice(0, 40), hostileTexts.slice(40)];
  const product = {
    id: randomUUID(),
    kind: 'product',
    category: 'part',
    url: `drawn-${randomUUID().slice(0, 8)}`,
    title: hostileTexts.slice(0, 3).join(' '),
    summary: hostileTexts.slice(3, 12).join(' '),
    body: all,
    status: 'draft',
    in_the_box: boxed,
    still_needed: needed,
    seo_title: hostileTexts.slice(3, 5).join(' '),
    seo_description: hostileTexts.slice(5, 9).join(' '),
    position: 0,
    ship_group: 'stock',
    handling_days: 2,
    tax_class_code: 'goods',
    shipping_tags: [],
    hs_code: '',
    customs_description: '',
    safety_warnings: all,
    layout_code: '',
    variant_options: [],
    publish_at: null,
    maker_id: null,
    max_per_customer: null,
    origin_country_code: null,
  };
  const desk = await context.newPage();
  const drawn = await drawPreview(desk, site, accessToken, product);
  expect(drawn.problem).toBeUndefined();
  const address = await showPreview(desk, page, site, drawn);
  const lines = (name: string) =>
    page.locator('section', { has: page.getByRole('heading', { name }) }).getByRole('listitem');
  await expect(lines('In the box')).toHaveText([...boxed]);
  await expect(lines('You still need')).toHaveText([...needed]);
  await expect(page.locator('.story')).toContainText('__ran=1');
  await expect(page.locator('.safety')).toContainText('__ran=1');
  // A preview opens its links elsewhere; what search engines read is data, escaped.
  const own = ['<base target="_blank">', '<script type="application/ld+json">'];
  const harm = await harmOf(page);
  expect(harm.filter((each) => !own.some((start) => each.startsWith(start)))).toEqual([]);
  expect(complaints.filter((each) => each.startsWith('error:'))).toEqual([]);
  // Whatever was typed, no script may run that the last build did not have.
  const scriptsOf = (headers: Headers) =>
    /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ') ?? [];
  const { headers } = await fetch(address);
  const built = new Set(scriptsOf((await fetch(`${site.siteUrl}/nowhere`)).headers));
  expect(scriptsOf(headers).length).toBeGreaterThan(1);
  // Beside them the frame's own, which writes the page into itself.
  expect(scriptsOf(headers).filter((each) => !built.has(each))).toHaveLength(1);
  expect(requests.filter((each) => /^\w+:\/\/evil\.test/.test(each))).toEqual([]);
});
