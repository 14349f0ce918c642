/**
 * What runs in a worker of the desk: it draws the page of a product as it would be with what an editor
 * has typed, with the pages that the last build compiled. Invariant: it reads as whoever typed, so that
 * the database decides what can be seen, and keeps nothing: a worker draws once and ends.
 */
import { photographHash } from '#content/pictures/picture-of.ts';
import { tablesFor } from '#content/tables/all-tables.ts';
import type { ReadTarget } from '#content/rest-reader.ts';
import { loadTable, type ContentTable, type RowStore } from '#content/supabase-loader.ts';
import { textOf } from '#desk-kit/model/desk-row.ts';
import { frames, positionOf, type Cut } from '#features/catalogue/model/focus.ts';
import type { ProductForm } from '#features/catalogue/model/form/product-form.ts';
import { english } from '#languages/languages.ts';
import { giveRows, type NamedRow, type TableRows } from '../kept-renderer/given-rows.ts';
import { rendererOf, type PrerenderApp } from '../kept-renderer/renderer-app.ts';
import type { RendererDescription } from '../kept-renderer/renderer-files.ts';
import { withoutQuotedMarkup } from '../published-files/quoted-markup.ts';
import { rowsWithForm } from './draft-rows.ts';
import { asPreview, previewStyles } from './preview-marks.ts';

const routeOf = {
  keyboard: '/keyboards/[url]',
  product: '/products/[url]',
  // A preview may fetch nothing that comes later.
  artisan: '/shop/artisans',
} as const;

/** The routes that are drawn; the others need not be there. */
export const drawnRoutes: readonly string[] = Object.values(routeOf);

function storeOfRows(): RowStore {
  const rows = new Map<string, { readonly data: Record<string, unknown> }>();
  return {
    keys: () => [...rows.keys()],
    get: (id) => rows.get(id),
    set: ({ id, data }) => rows.set(id, { data }),
    delete: (id) => rows.delete(id),
    clear: () => rows.clear(),
  };
}

/** As a visitor reads them: what is hidden comes in with the form alone. */
async function readTables(target: ReadTarget): Promise<TableRows> {
  const tables: readonly (readonly [string, ContentTable])[] = tablesFor(english.code);
  const rows = new Map<string, readonly NamedRow[]>();
  await Promise.all(
    tables.map(async ([name, definition]) => {
      const store = storeOfRows();
      await loadTable(definition, target, {
        store,
        meta: new Map(),
        generateDigest: () => 0,
        logger: { info: () => undefined },
      });
      rows.set(
        name,
        store.keys().map((id) => ({ id, data: store.get(id)?.data ?? {} })),
      );
    }),
  );
  return rows;
}

type Values = Readonly<Record<string, unknown>>;

/** A photograph and what its frames show of it: the names of their files, and where each is cut. */
function namesOf(values: Values): readonly { readonly name: string; readonly cut: Cut | null }[] {
  const [x, y] = [Number(values['focus_x']), Number(values['focus_y'])];
  const cuts = Object.values(frames).map((ratio) => ({ ratio, x, y }));
  return [null, ...cuts].map((cut) => ({
    name: `/pictures/${photographHash(String(values['storage_path']), cut)}-`,
    cut,
  }));
}

/** The frame cuts the whole file by itself; by its mark it knows where. */
function cutStyle(mark: string, values: Values, cut: Cut): string {
  const picture = { width: Number(values['width']), height: Number(values['height']) };
  return `img[src$="${mark}"] { object-position: ${positionOf(picture, cut)}; }`;
}

/** What nobody else may see yet is shown through a link that ends soon; null where all may. */
async function linkOfDraft(
  asker: ReadTarget,
  bucket: string,
  place: string,
): Promise<string | null> {
  const answer = await fetch(`${asker.url}/storage/v1/object/sign/${bucket}/${place}`, {
    method: 'POST',
    headers: {
      apikey: asker.key,
      authorization: `Bearer ${asker.accessToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ expiresIn: 900 }),
  });
  const signed: unknown = answer.ok ? await answer.json() : null;
  const link =
    typeof signed === 'object' && signed !== null && 'signedURL' in signed
      ? signed.signedURL
      : null;
  return typeof link === 'string'
    ? `${asker.url}/storage/v1${link}`.replaceAll('&', '&amp;')
    : null;
}

/** They are heard from where they are stored. */
async function linkSounds(html: string, form: ProductForm, asker: ReadTarget): Promise<string> {
  let linked = html;
  for (const row of form.sounds) {
    const place = textOf(row, 'storage_path');
    const link = await linkOfDraft(asker, 'sound-drafts', place);
    if (link === null) continue;
    linked = linked.replaceAll(
      `${asker.url}/storage/v1/object/public/product-sounds/${place}`,
      link,
    );
  }
  return linked;
}

/** They are shown as they are stored. */
async function linkPhotographs(
  html: string,
  form: ProductForm,
  asker: ReadTarget,
): Promise<{ readonly html: string; readonly style: string }> {
  let linked = html;
  const styles: string[] = [];
  for (const row of form.images) {
    const { values } = row;
    const place = textOf(row, 'storage_path');
    const names = namesOf(values).filter(({ name }) => linked.includes(name));
    if (values['render'] || names.length === 0) continue;
    const open = `${asker.url}/storage/v1/object/public/product-images/${place}`;
    const seen = (await linkOfDraft(asker, 'drafts', place)) ?? open;
    for (const { name, cut } of names) {
      const mark = cut === null ? '' : `#${name.split('/').at(-1)}`;
      if (cut !== null) styles.push(cutStyle(mark, values, cut));
      linked = linked
        .replaceAll(new RegExp(`<source[^>]*${name}[^>]*>`, 'g'), '')
        .replaceAll(new RegExp(`${name}[a-z0-9]+\\.[a-z]+`, 'g'), seen + mark);
    }
  }
  return { html: linked, style: styles.join('\n') };
}

export interface DrawnPage {
  /** Without its styles, which no policy could allow by their hashes. */
  readonly html: string;
  readonly styles: readonly string[];
}

function withoutStyles(html: string): DrawnPage {
  const styles: string[] = [];
  const bare = html.replace(/<style\b[^>]*>([\s\S]*?)<\/style>/g, (_, text: string) => {
    styles.push(text);
    return '';
  });
  return { html: bare, styles: [...styles, previewStyles] };
}

export interface DrawingRequest {
  readonly form: ProductForm;
  readonly asker: ReadTarget;
}

export function createDrawing(app: PrerenderApp, pages: RendererDescription['pages']) {
  return async ({ form, asker }: DrawingRequest): Promise<DrawnPage> => {
    const visitor = { url: asker.url, key: asker.key };
    giveRows(await rowsWithForm(await readTables(visitor), asker, form));
    const { kind, url } = form.product.values;
    const name = kind === 'keyboard' || kind === 'artisan' ? kind : 'product';
    const renderer = rendererOf(app, pages, location.origin);
    const route = renderer.routes.find((each) => each.route === routeOf[name]);
    if (route === undefined) throw new Error('The site has no page of this kind.');
    const address = typeof url === 'string' && url !== '' ? url : 'without-an-address';
    const file = `${routeOf[name].slice(1).replace('[url]', address)}.html`;
    const drawn = await renderer.render(route, file);
    const { html: shown, style } = await linkPhotographs(drawn, form, asker);
    const html = await linkSounds(shown, form, asker);
    const page = withoutStyles(asPreview(withoutQuotedMarkup(html)));
    return { ...page, styles: [...page.styles, style] };
  };
}

/** Called once by the worker's own script. */
export function serveDrawing(app: PrerenderApp, pages: RendererDescription['pages']): void {
  const draw = createDrawing(app, pages);
  const tell = (told: unknown) => postMessage(told);
  addEventListener('message', ({ data }: MessageEvent<DrawingRequest>) => {
    draw(data).then(tell, (error: unknown) =>
      tell({ problem: error instanceof Error ? error.message : String(error) }),
    );
  });
}
