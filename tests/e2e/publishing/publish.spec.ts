import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import postgres from 'postgres';
import { buildSite } from '../../../scripts/build-site.ts';
import { findDifferences } from '../../../scripts/compare-sites.ts';
import { caughtErrors, forgetErrors, test } from '../../support/own-shop.ts';
import type { TestShop } from '../../support/shop.ts';
import { countPresses } from '../../support/pages/presses.ts';
import { signInAs } from '../../support/pages/staff-page.ts';
import { turnedPhotos } from '../../support/test-photos.ts';

test.describe.configure({ mode: 'serial', timeout: 240_000 });

interface PublishRow {
  readonly id: string;
  readonly status: string;
  readonly log: string;
  readonly build_id: string | null;
}

async function publish(editor: SupabaseClient, note = ''): Promise<string> {
  const { data, error } = await editor.functions.invoke<{ id: string }>('publish', {
    body: { note },
  });
  expect(error).toBeNull();
  return data?.id ?? '';
}

async function readRow(editor: SupabaseClient, id: string): Promise<PublishRow> {
  const { data } = await editor
    .from('publish_requests')
    .select('id, status, log, build_id')
    .eq('id', id)
    .single<PublishRow>();
  return data ?? { id, status: 'missing', log: '', build_id: null };
}

async function untilEnded(editor: SupabaseClient, id: string): Promise<PublishRow> {
  const ended = async () => (await readRow(editor, id)).status;
  await expect.poll(ended, { timeout: 120_000 }).toMatch(/^(?:live|failed)$/);
  return readRow(editor, id);
}

async function liveBuild(shop: TestShop): Promise<{ id: string; timestamp: string }> {
  return (await fetch(`${shop.siteUrl}/builds/latest.json`)).json();
}

/** Looks at the live site all the time: it must never be missing or half there. */
function watchSite(shop: TestShop) {
  const faults: string[] = [];
  const over = new AbortController();
  const look = async () => {
    while (!over.signal.aborted) {
      for (const path of ['/', '/faq', '/products/saltmarsh']) {
        const answer = await fetch(`${shop.siteUrl}${path}`).catch((error: unknown) => error);
        const html = answer instanceof Response && answer.ok ? await answer.text() : '';
        if (!html.trimEnd().endsWith('</html>')) faults.push(`${path}: ${String(answer)}`);
      }
    }
  };
  const done = look();
  return async () => {
    over.abort();
    await done;
    return faults;
  };
}

test('a build that fails leaves the live site whole, says why and is reported once', async ({
  shop,
  editor,
}) => {
  const stop = watchSite(shop);
  await forgetErrors(shop);
  const before = await liveBuild(shop);
  // The database refuses such a text from anybody: here it lies there as if from before that rule.
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql.begin(async (transaction) => {
    await transaction`alter table public.faq_entries disable trigger require_known_settings`;
    await transaction`update public.faq_entries set answer = 'It takes {{no_such_number}} days.'
      where code = 'what-is-a-group-buy'`;
    await transaction`alter table public.faq_entries enable trigger require_known_settings`;
  });
  await sql.end();
  const row = await untilEnded(editor, await publish(editor));
  expect(row.status).toBe('failed');
  expect(row.log).toContain('no_such_number');
  expect(row.log).toContain('The site is as it was.');
  expect(await liveBuild(shop)).toEqual(before);
  const [report, ...more] = await caughtErrors(shop);
  expect(more).toEqual([]);
  expect(report?.event).toMatchObject({
    release: expect.stringMatching(/^keywright@\d/),
    dist: row.id,
    tags: { build_id: row.id, surface: 'build' },
  });
  // What stands between quotes may be a person's: of it nothing leaves.
  expect(report?.event.exception.values[0]?.value).toContain('the table settings has none');
  expect(report?.raw).not.toContain('no_such_number');
  expect(report?.raw).not.toContain(shop.settings.projectFolder);
  const mended = editor.from('faq_entries').update({ answer: 'Orders first, making after.' });
  await mended.eq('code', 'what-is-a-group-buy');
  expect(await stop()).toEqual([]);
});

/** What changed was rendered with the pages that the last build compiled, and nothing else was built. */
function expectInParts(log: string): void {
  expect(log).toContain('Changes published in');
  expect(log).not.toContain('The whole is built');
}

/** Changes what pages show, in ways that leave no stamp or concern many pages. */
async function editByTheWay(shop: TestShop, refundDays: number): Promise<void> {
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`update public.settings set value = ${refundDays} where key = 'days_to_refund'`;
  await sql`
    delete from public.product_facts where id in (
      select id from public.product_facts order by id limit 3)`;
  await sql.end();
}

/**
 * Stops the program that renders what changed once it has begun its draft, so that a kill finds it at
 * work however fast it is; false where it was done before it could be stopped.
 */
async function freezeHalfWay({ settings }: TestShop): Promise<boolean> {
  const draft = `${settings.dataFolder}/site-draft`;
  const lock = `${settings.dataFolder}/building.json`;
  const until = Date.now() + 60_000;
  while (!existsSync(draft) && Date.now() < until) await sleep(1);
  try {
    const holders: readonly { readonly pid: number }[] = JSON.parse(readFileSync(lock, 'utf8'));
    process.kill(holders[1]?.pid ?? 0, 'SIGSTOP');
  } catch {
    return false;
  }
  return existsSync(draft);
}

test('a builder that is killed half-way is back by itself and ends what it began', async ({
  shop,
  editor,
  page,
}) => {
  const stop = watchSite(shop);
  const id = await publish(editor, 'Killed on the way');
  const said = async () => (await readRow(editor, id)).log;
  await expect.poll(said, { timeout: 60_000 }).toContain('Building static entrypoints');
  const pid = shop.builderPid();
  expect(pid).toBeDefined();
  process.kill(pid ?? 0, 'SIGKILL');
  const row = await untilEnded(editor, id);
  expect(row.status).toBe('live');
  expect(row.log).toContain('The builder was stopped before the end.');
  expect((await liveBuild(shop)).id).toBe(id);
  expect(shop.builderPid()).not.toBe(pid);
  await page.goto(`${shop.siteUrl}/faq`);
  await expect(page.getByText('Orders first, making after.')).toBeAttached();
  expect(await stop()).toEqual([]);
});

test('a new price, product and update and an archived one go live together, by two who publish at once', async ({
  shop,
  editor,
  page,
}) => {
  const now = new Date().toISOString();
  const idOf = async (url: string) => {
    const { data } = await editor
      .from('products')
      .select('id')
      .eq('url', url)
      .single<{ id: string }>();
    return data?.id ?? '';
  };
  const priced = await editor
    .from('variants')
    .update({ price_minor: 98_765 })
    .eq('product_id', await idOf('switch-puller'))
    .select('id');
  expect(priced.error).toBeNull();
  expect(priced.data).not.toEqual([]);
  const added = await editor.from('products').insert({
    kind: 'product',
    category: 'tool',
    url: 'test-tweezers',
    title: 'Test tweezers',
    summary: 'For springs that are smaller than fingers.',
    status: 'published',
    publish_at: now,
  });
  expect(added.error).toBeNull();
  const sold = await editor.from('variants').insert({
    product_id: await idOf('test-tweezers'),
    sku: 'TEST-TWEEZERS',
    title: 'Tweezers',
    availability: 'preorder',
    ships_on: '2030-01-01',
    price_minor: 1_234,
    weight_grams: 20,
  });
  expect(sold.error).toBeNull();
  const background = '#336699';
  const spot = { create: { width: 100, height: 100, channels: 3, background: '#e0623a' } } as const;
  const photograph = sharp({
    create: { width: 1600, height: 500, channels: 3, background },
  }).composite([{ input: spot, left: 1450, top: 200 }]);
  const place = `uploads/${crypto.randomUUID()}.webp`;
  const stored = await editor.storage
    .from('product-images')
    .upload(place, await photograph.webp().toBuffer(), { contentType: 'image/webp' });
  expect(stored.error).toBeNull();
  const shown = await editor.from('product_images').insert({
    product_id: await idOf('test-tweezers'),
    storage_path: place,
    alt: 'Blue tweezers',
    position: 0,
    width: 1600,
    height: 500,
    placeholder_colour: background,
    is_render: false,
  });
  expect(shown.error).toBeNull();
  const written = await editor.from('updates').insert({
    kind: 'news',
    url: 'test-news',
    title: 'Tweezers have arrived',
    summary: 'They are on the shelf.',
    body: 'All of them.',
    status: 'published',
    publish_at: now,
    author: 'A tester',
  });
  expect(written.error).toBeNull();
  const archived = await editor
    .from('products')
    .update({ status: 'archived' })
    .eq('url', 'keycap-puller')
    .select('id');
  expect(archived.error).toBeNull();
  await page.goto(`${shop.siteUrl}/products/test-tweezers`);
  await expect(page.locator('[data-newer]').getByRole('heading', { level: 1 })).toHaveText(
    'Test tweezers',
  );
  const stop = watchSite(shop);
  await signInAs(page, shop, 'owner@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/check`);
  const bar = page.getByRole('region', { name: 'Publish' });
  await expect(bar.getByRole('status')).toContainText(/\d+ changes not live yet/);
  await bar.getByRole('button', { name: 'Publish changes …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog.getByRole('link', { name: 'Test tweezers' })).toBeVisible();
  await dialog.getByLabel('Note for colleagues').fill('New on the shelf');
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  const second = await publish(editor, 'Both at once');
  // A few pages may be live before anyone can look.
  await expect(bar.getByRole('status')).toContainText(
    /Building the new site|waiting for the builder|No unpublished changes/,
  );
  expect((await untilEnded(editor, second)).status).toBe('live');
  // Whichever of the two came first, the other is built with it or right after it.
  const openRequests = async () => {
    const open = ['queued', 'running'];
    const { data } = await editor.from('publish_requests').select('id').in('status', open);
    return data;
  };
  await expect.poll(openRequests, { timeout: 120_000 }).toEqual([]);
  await expect(bar.getByRole('status')).toContainText('No unpublished changes');
  const { data: runs } = await editor
    .from('publish_requests')
    .select('status, note, log')
    .order('requested_at', { ascending: false })
    .limit(2);
  expect(runs?.map(({ note }) => note).join('\n')).toContain('New on the shelf');
  expect(runs?.map(({ log }) => log).join('\n')).toMatch(/\+ \/products\/test-tweezers/);
  expectInParts((await readRow(editor, second)).log);
  await bar.getByRole('button', { name: 'Last build' }).click();
  await expect(page.getByRole('dialog', { name: 'The last build' })).toContainText('Pages:');
  await page.keyboard.press('Escape');

  await page.goto(`${shop.siteUrl}/products/switch-puller`);
  await expect(page.getByText('€987.65').filter({ visible: true }).first()).toBeVisible();
  await page.goto(`${shop.siteUrl}/products/test-tweezers`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test tweezers');
  await expect(page.locator('[data-newer]')).toHaveCount(0);
  const picture = page.getByRole('img', { name: 'Blue tweezers' }).first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/\/pictures\/[0-9a-f]{12}-(640|1120)\.avif$/);
  const sizes = page.getByRole('img', { name: 'Blue tweezers' }).locator('xpath=../source').first();
  await expect(sizes).toHaveAttribute(
    'srcset',
    /-320\.avif 320w, .*-640\.avif 640w, .*-1120\.avif 1120w/,
  );
  await page.goto(`${shop.siteUrl}/products/keycap-puller`);
  await expect(page.locator('[data-state]').first()).toContainText('Archive');
  await page.goto(`${shop.siteUrl}/updates`);
  await page.getByRole('link', { name: 'Tweezers have arrived' }).first().click();
  await expect(page).toHaveURL(/\/updates\/test-news$/);
  expect(await stop()).toEqual([]);
});

/** How much red there is halfway down a picture. */
async function redAt(address: string, across: number): Promise<number> {
  const bytes = await (await fetch(address)).arrayBuffer();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = Math.floor(info.height / 2) * info.width + Math.floor(info.width * across);
  return data[at * info.channels] ?? 0;
}

test('an owner says where the subject of a photo is, which cards and link previews are cut around, and lets it be turned', async ({
  shop,
  editor,
  page,
}) => {
  /** Of the card and of the link preview, where the subject is when they are cut around it. */
  const subjects = async () => {
    await page.goto(`${shop.siteUrl}/shop/parts`);
    const card = page.locator('[data-card]', { hasText: 'Test tweezers' }).locator('img').first();
    await card.scrollIntoViewIfNeeded();
    const src = () => card.evaluate((image: HTMLImageElement) => image.currentSrc);
    await expect.poll(src).toContain('/pictures/');
    const html = await (await fetch(`${shop.siteUrl}/products/test-tweezers`)).text();
    const share = /\/pictures\/[\da-f]{12}-share\.jpg/.exec(html)?.[0] ?? '';
    return {
      card: { src: await src(), red: await redAt(await src(), 0.85) },
      share: { src: share, red: await redAt(`${shop.siteUrl}${share}`, 0.895) },
      whole: /\/pictures\/[\da-f]{12}-1120\.avif/.exec(html)?.[0],
    };
  };
  const before = await subjects();
  expect(Math.max(before.card.red, before.share.red)).toBeLessThan(100);

  const { data: product } = await editor
    .from('products')
    .select('id')
    .eq('url', 'test-tweezers')
    .single<{ id: string }>();
  await signInAs(page, shop, 'owner@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/products?product=${product?.id}`);
  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures.getByRole('button', { name: 'Focus point of Blue tweezers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Focus point' });
  const point = dialog.getByRole('slider', { name: 'Focus point from the left' });
  await expect(point).toHaveAttribute('aria-valuetext', 'The middle');
  // Once the dialog has come to rest.
  const stage = point.locator('..');
  await stage.hover();
  const box = await stage.boundingBox();
  expect(box).not.toBeNull();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  const [across, down] = [(box?.width ?? 0) * 0.84, (box?.height ?? 0) * 0.5];
  await page.mouse.move((box?.x ?? 0) + across, (box?.y ?? 0) + down, { steps: 5 });
  await page.mouse.up();
  await expect(point).toHaveAttribute('aria-valuetext', '84% across, 50% down');
  await expect(point).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('status')).toHaveText('94% across, 49% down');
  await dialog.getByRole('button', { name: 'Reset to the middle' }).click();
  await expect(dialog.getByRole('status')).toHaveText('The middle');
  for (let press = 0; press < 4; press += 1) await point.press('Shift+ArrowRight');
  for (let press = 0; press < 4; press += 1) await point.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Set focus point' }).click();
  await expect(dialog).toHaveCount(0);
  await pictures.getByRole('button', { name: 'Turntable of Blue tweezers' }).click();
  const turning = page.getByRole('dialog', { name: 'Turntable' });
  await turning.locator('input[type=file]').setInputFiles(await turnedPhotos(8));
  await turning.getByRole('button', { name: 'Use these photos' }).click();
  await expect(turning).toHaveCount(0);

  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const small = page
    .frameLocator('iframe[title="Preview of the page"]')
    .locator('keywright-sticky img');
  await expect(small).toHaveCSS('object-position', '100% 50%', { timeout: 60_000 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.').first()).toBeVisible();
  expect((await untilEnded(editor, await publish(editor))).status).toBe('live');

  const after = await subjects();
  expect(after.card.red).toBeGreaterThan(180);
  expect(after.share.red).toBeGreaterThan(180);
  // A file never changes under its name; the whole photo is the same.
  expect(after.card.src).not.toBe(before.card.src);
  expect(after.share.src).not.toBe(before.share.src);
  expect(after.whole).toBe(before.whole);
  await page.goto(`${shop.siteUrl}/products/test-tweezers`);
  await page.getByRole('button', { name: 'Turn it round' }).click();
  await expect(page.getByText('Drag to turn')).toBeVisible();
  const side = page.getByRole('slider', { name: /^Turn it/ });
  await expect(side).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('ArrowLeft');
  await expect(side).toHaveAttribute('aria-valuenow', '315');
});

test('an answer is changed and live in four presses', async ({ page, shop }) => {
  await signInAs(page, shop, 'owner@keywright.test');
  await page.goto(`${shop.siteUrl}/admin/content?tab=questions&q=group buy`);
  const question = page.getByRole('rowheader').getByRole('button').first();
  await expect(question).toBeVisible({ timeout: 15_000 });
  const presses = await countPresses(page);
  await question.click();
  const dialog = page.getByRole('dialog', { name: 'Question', exact: true });
  const answer = dialog.getByLabel('Answer');
  await answer.fill(`${await answer.inputValue()}\n\nAsked and answered anew.`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish changes …' }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish' });
  await expect(publishing.getByRole('listitem').filter({ hasText: 'answer' })).toContainText(
    /Question.*answer.*by you/,
  );
  await publishing.getByRole('button', { name: 'Publish now' }).click();
  const live = async () => (await fetch(`${shop.siteUrl}/faq`)).text();
  await expect.poll(live, { timeout: 60_000 }).toContain('Asked and answered anew.');
  expect(presses()).toBe(4);
});

test('a builder that is killed while it renders what changed leaves the live site whole and does it again', async ({
  shop,
  editor,
  page,
}) => {
  const stop = watchSite(shop);
  let days = 21;
  let id = '';
  // On a fast machine a publish may be over before it can be caught at work.
  await expect(async () => {
    days += 1;
    await editByTheWay(shop, days);
    id = await publish(editor, 'Killed while rendering');
    const isFrozen = await freezeHalfWay(shop);
    if (!isFrozen) await untilEnded(editor, id);
    expect(isFrozen).toBe(true);
  }).toPass({ timeout: 120_000 });
  expect((await liveBuild(shop)).id).not.toBe(id);
  process.kill(shop.builderPid() ?? 0, 'SIGKILL');
  const row = await untilEnded(editor, id);
  expect(row.status).toBe('live');
  expect(row.log).toContain('The builder was stopped before the end.');
  expectInParts(row.log);
  await page.goto(`${shop.siteUrl}/faq`);
  await expect(page.getByText(`within ${days} days`).first()).toBeAttached();
  expect(await stop()).toEqual([]);

  await editByTheWay(shop, days + 1);
  const next = await untilEnded(editor, await publish(editor));
  expect(next.status).toBe('live');
  expectInParts(next.log);
});

test('a legal page without a version says so, and no page of the shop names it any more', async ({
  shop,
  editor,
}) => {
  const read = async (path: string) => (await fetch(`${shop.siteUrl}${path}`)).text();
  expect(await read('/products/saltmarsh')).toContain('/legal/accessibility');
  const sql = postgres(shop.databaseUrl, { max: 1, onnotice: () => undefined });
  await sql`delete from public.legal_versions where document = 'accessibility'`;
  await sql.end();
  const row = await untilEnded(editor, await publish(editor));
  expect(row.status).toBe('live');
  const files = readdirSync(shop.siteFolder, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html') && !file.startsWith('legal/access'));
  expect(pages.length).toBeGreaterThan(60);
  for (const file of pages)
    expect(readFileSync(`${shop.siteFolder}/${file}`, 'utf8'), file).not.toContain(
      'href="/legal/accessibility"',
    );
  for (const path of ['/products/saltmarsh', '/updates', '/faq', '/sitemap-0.xml'])
    expect(await read(path), path).not.toContain('/legal/accessibility');
  const page = await read('/legal/accessibility');
  expect(page).toContain('This shop has not published its accessibility statement yet.');
  expect(page).toContain('noindex');
});

/** Without the names of compiled files, which move with the rows that lay beside them. */
function piecesOf(script: string): string {
  const pieces = script
    .replace(/(?:chunks\/|prerender-entry\.)[^`"/]+\.mjs/g, '')
    .split(/[{}()[\],;:]/)
    .toSorted();
  return createHash('sha256').update(pieces.join('\n')).digest('hex');
}

test('what was built in parts is, byte for byte, what a whole build makes', async ({ shop }) => {
  const { id, timestamp } = await liveBuild(shop);
  const whole = `${shop.settings.dataFolder}/whole`;
  const settings = { ...shop.settings, dataFolder: `${shop.settings.dataFolder}/fresh` };
  await buildSite(settings, { outFolder: whole, buildId: id, at: timestamp });
  const script = 'preview/renderer.js';
  const differences = await findDifferences(shop.siteFolder, whole);
  expect(differences.filter((each) => each !== `${script} is not the same`)).toEqual([]);
  // What draws previews stands in an order of its own after each whole build, piece for piece the same.
  const drawn = (site: string) => piecesOf(readFileSync(`${site}/${script}`, 'utf8'));
  expect(drawn(shop.siteFolder)).toBe(drawn(whole));
});
