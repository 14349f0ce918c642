/** Invariant: what is read here is what every visitor may read, never a draft. */
import { backendAddress, type BackendAddress } from '#shared/backend/address.ts';
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

type Raw = Readonly<Record<string, unknown>>;

const productColumns =
  'kind,url,title,summary,body,publish_at,makers(name),variants(price_minor,currency),product_images(storage_path,alt,render,position)';
const updateColumns = 'url,title,summary,body,author,publish_at';

/** `url` is the last part of the address; old addresses of renamed things are known too. */
export async function readNewerPage(
  route: 'keyboards' | 'products' | 'updates',
  url: string,
  send: typeof fetch = readPatiently,
  address: BackendAddress = backendAddress,
): Promise<NewerPage | null> {
  const isUpdate = route === 'updates';
  const table = isUpdate ? 'updates' : 'products';
  const columns = isUpdate ? updateColumns : productColumns;
  const ask = async (from: string, query: Record<string, string>): Promise<Raw | null> => {
    const answer = await send(`${address.url}/rest/v1/${from}?${new URLSearchParams(query)}`, {
      headers: { apikey: address.publishableKey, accept: 'application/json' },
    });
    if (!answer.ok) return null;
    const rows: unknown = await answer.json();
    return asRecord(Array.isArray(rows) ? rows[0] : null);
  };
  const here = await ask(table, { select: columns, url: `eq.${url}`, limit: '1' });
  if (here) return parsePage(here, address);
  const kind = isUpdate ? 'update' : 'product';
  const renamed = await ask('url_redirects', {
    select: `${table}(${columns})`,
    old_url: `eq.${url}`,
    kind: `eq.${kind}`,
    limit: '1',
  });
  const moved = asRecord(renamed?.[table]);
  return moved ? parsePage(moved, address) : null;
}

function asRecord(value: unknown): Raw | null {
  return typeof value === 'object' && value !== null ? (value as Raw) : null;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): Raw[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.flatMap((one): Raw[] => {
    const record = asRecord(one);
    return record ? [record] : [];
  });
}

function kindOf(value: unknown): NewerPage['kind'] {
  return value === 'keyboard' || value === 'product' || value === 'artisan' ? value : 'update';
}

function parsePage(row: Raw, { url }: BackendAddress): NewerPage {
  const photographs = listOf(row['product_images'])
    .filter(({ render }) => render === null)
    .toSorted((a, b) => Number(a['position']) - Number(b['position']));
  const [first] = photographs;
  const folder = `${url}/storage/v1/object/public/product-images`;
  const maker = asRecord(row['makers']);
  return {
    kind: kindOf(row['kind']),
    url: text(row['url']),
    title: text(row['title']),
    summary: text(row['summary']),
    body: text(row['body']),
    by: text(maker?.['name']) || text(row['author']) || null,
    publishAt: text(row['publish_at']) || null,
    prices: listOf(row['variants']).flatMap(({ price_minor: minor, currency }) =>
      typeof minor === 'number' ? [{ minor, currency: text(currency) || 'EUR' }] : [],
    ),
    picture: first
      ? {
          src: `${folder}/${text(first['storage_path']).split('/').map(encodeURIComponent).join('/')}`,
          alt: text(first['alt']),
        }
      : null,
  };
}
