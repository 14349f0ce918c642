/**
 * The program that draws the page of a product as it would be with what an editor has typed, with the
 * pages that the last build compiled.
 */
import { json } from 'node:stream/consumers';
import { isRecord, parseDeskRow, parseDeskRows } from '../src/desk-kit/model/desk-row.ts';
import type { ProductForm } from '../src/features/catalogue/model/product-form.ts';
import type { ReadTarget } from '../src/content/rest-reader.ts';
import { handOverDraft } from '../src/build/kept-renderer/draft-rows.ts';
import { openRenderer } from '../src/build/kept-renderer/kept-renderer.ts';

const { env } = process;
const routeOf = {
  keyboard: '/keyboards/[url]',
  product: '/products/[url]',
  artisan: '/products/artisans',
} as const;

/** What the browser sent; whatever is not a form is one without anything. */
function readForm(sent: unknown): ProductForm {
  const form = isRecord(sent) ? sent : {};
  const rows = (part: unknown) =>
    parseDeskRows(Array.isArray(part) ? part.map((row: unknown) => valuesOf(row)) : []);
  const product = parseDeskRow(valuesOf(form['product']));
  if (product === null) throw new Error('There is no product to draw.');
  return {
    product,
    removed: [],
    pools: [],
    options: rows(form['options']),
    values: rows(form['values']),
    rules: rows(form['rules']),
    variants: rows(form['variants']),
    images: rows(form['images']),
    facts: rows(form['facts']),
  };
}

const valuesOf = (row: unknown): unknown => (isRecord(row) ? row['values'] : null);

async function drawPage(cacheFolder: string, form: ProductForm): Promise<string> {
  const renderer = await openRenderer(cacheFolder, env['SITE_URL'] ?? '');
  const { kind, url } = form.product.values;
  const name = kind === 'keyboard' || kind === 'artisan' ? kind : 'product';
  const route = renderer.routes.find((each) => each.route === routeOf[name]);
  if (route === undefined) throw new Error('The site has no page of this kind.');
  const address = typeof url === 'string' && url !== '' ? url : 'without-an-address';
  return renderer.render(route, `${routeOf[name].slice(1).replace('[url]', address)}.html`);
}

/** Pictures that nobody else may see yet are shown through links that end soon. */
async function linkDrafts(html: string, form: ProductForm, asker: ReadTarget): Promise<string> {
  let linked = html;
  for (const { values } of form.images) {
    const place = String(values['storage_path']);
    if (values['render'] || !linked.includes(place)) continue;
    const answer = await fetch(`${asker.url}/storage/v1/object/sign/drafts/${place}`, {
      method: 'POST',
      headers: {
        apikey: asker.key,
        authorization: `Bearer ${asker.accessToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ expiresIn: 900 }),
    });
    const signed: unknown = answer.ok ? await answer.json() : null;
    const link = isRecord(signed) ? signed['signedURL'] : null;
    if (typeof link !== 'string') continue;
    const open = `${asker.url}/storage/v1/object/public/product-images/${place}`;
    linked = linked.replaceAll(open, `${asker.url}/storage/v1${link.replaceAll('&', '&amp;')}`);
  }
  return linked;
}

try {
  const cacheFolder = env['KEYWRIGHT_CACHE'] ?? '';
  const form = readForm(await json(process.stdin));
  const target = {
    url: (env['PUBLIC_SUPABASE_URL'] ?? '').replace(/\/+$/, ''),
    key: env['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? '',
  };
  const asker = { ...target, accessToken: env['KEYWRIGHT_ACCESS_TOKEN'] ?? '' };
  await handOverDraft(cacheFolder, target, asker, form);
  const html = await drawPage(cacheFolder, form);
  process.stdout.write(await linkDrafts(html, form, asker), () => process.exit());
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
