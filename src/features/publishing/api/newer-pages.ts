/** Invariant: what is read here is what every visitor may read, never a draft. */
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import { readPatiently } from '#shared/backend/patient-read.ts';

export interface NewerPage {
  readonly kind: 'keyboard' | 'product' | 'artisan' | 'update';
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** Markdown, as its editor wrote it. */
  readonly body: string;
  readonly by: string | null;
  readonly publishAt: string | null;
  readonly prices: readonly { readonly minor: number; readonly currency: string }[];
  /** A photograph; drawings are made by the build. */
  readonly picture: { readonly src: string; readonly alt: string } | null;
}

const productColumns =
  'kind,url,title,summary,body,publish_at,makers(name),variants(price_minor,currency),product_images(storage_path,alt,render,position)';
const updateColumns = 'url,title,summary,body,author,publish_at';

type Product = ValuesOf<'products', typeof productColumns>;
type Update = ValuesOf<'updates', typeof updateColumns>;

interface Lookup {
  readonly table: 'products' | 'updates';
  readonly columns: string;
  readonly kind: string;
}

const products: Lookup = { table: 'products', columns: productColumns, kind: 'product' };
const updates: Lookup = { table: 'updates', columns: updateColumns, kind: 'update' };

/** `url` is the last part of the address; old addresses of renamed things are known too. */
export async function readNewerPage(
  route: 'keyboards' | 'products' | 'updates',
  url: string,
  send: typeof fetch = readPatiently,
  address: BackendAddress = backendAddress,
): Promise<NewerPage | null> {
  async function first<Values>(from: string, query: Record<string, string>) {
    const answer = await send(`${address.url}/rest/v1/${from}?${new URLSearchParams(query)}`, {
      headers: { apikey: address.publishableKey, accept: 'application/json' },
    });
    if (!answer.ok) return null;
    const rows: readonly Values[] = await answer.json();
    return rows[0] ?? null;
  }
  async function find<Values>({ table, columns, kind }: Lookup): Promise<Values | null> {
    const query = { limit: '1' };
    const here = await first<Values>(table, { ...query, select: columns, url: `eq.${url}` });
    if (here) return here;
    const renamed = await first<Record<typeof table, Values | null>>('url_redirects', {
      ...query,
      select: `${table}(${columns})`,
      old_url: `eq.${url}`,
      kind: `eq.${kind}`,
    });
    return renamed?.[table] ?? null;
  }
  if (route === 'updates') {
    const update = await find<Update>(updates);
    return update && updatePage(update);
  }
  const product = await find<Product>(products);
  return product && productPage(product, address);
}

const updatePage = ({ publish_at: publishAt, author, ...words }: Update): NewerPage => ({
  ...words,
  kind: 'update',
  by: author || null,
  publishAt,
  prices: [],
  picture: null,
});

function productPage(product: Product, { url: backendUrl }: BackendAddress): NewerPage {
  const { kind, url, title, summary, body, publish_at: publishAt, makers, variants } = product;
  const [picture] = product.product_images
    .filter(({ render }) => render === null)
    .toSorted((a, b) => a.position - b.position);
  const folder = `${backendUrl}/storage/v1/object/public/product-images`;
  return {
    kind,
    url,
    title,
    summary,
    body,
    by: makers?.name ?? null,
    publishAt,
    prices: variants.map(({ price_minor: minor, currency }) => ({ minor, currency })),
    picture: picture
      ? {
          src: `${folder}/${picture.storage_path.split('/').map(encodeURIComponent).join('/')}`,
          alt: picture.alt,
        }
      : null,
  };
}
