/**
 * The plainest pages that could sell the same product: its first picture, words, price and what else
 * the shop's page says, written by hand, without script or with the least that keeps a cart.
 */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startSiteServer, type SiteServer } from '../../../scripts/site-server/site-server.ts';

const sheet = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; }
header, footer { display: flex; gap: 1.5rem; padding-block: 1rem; align-items: center; }
a { color: inherit; padding: .6rem 0; }
img { width: 100%; height: auto; aspect-ratio: 1; object-fit: cover; }
button { padding: .9rem 2rem; font: inherit; }
dialog { margin: 0 0 0 auto; width: min(26rem, 100%); height: 100dvh; max-height: none; }
`;

const policy = "default-src 'self'; img-src 'self' data:; style-src 'unsafe-inline'";

const cart = `
const key = 'floor:cart';
const badge = document.querySelector('[data-cart-count]');
const read = () => JSON.parse(localStorage.getItem(key) ?? '[]');
const drawer = document.querySelector('dialog');
const show = () => {
  const lines = read();
  badge.hidden = lines.length === 0;
  badge.textContent = lines.reduce((sum, line) => sum + line.quantity, 0);
};
document.querySelector('[data-add]').addEventListener('click', (event) => {
  const lines = read();
  const { variant } = event.target.dataset;
  const found = lines.find((line) => line.variant === variant);
  if (found) found.quantity += 1;
  else lines.push({ variant, quantity: 1 });
  localStorage.setItem(key, JSON.stringify(lines));
  show();
  drawer.querySelector('p').textContent = read().map((line) => line.quantity + ' × ' + event.target.dataset.title).join(', ');
  drawer.querySelector('img').src = document.querySelector('main img').currentSrc;
  if (!drawer.open) drawer.showModal();
});
addEventListener('storage', show);
show();
`;

interface Goods {
  readonly title: string;
  readonly summary: string;
  readonly bodyHtml: string;
}

/** What the shop's page shows first, as it stands in the page. */
async function readGoods(siteFolder: string, route: string) {
  const text = await readFile(path.join(siteFolder, route, '_payload.json'), 'utf8');
  const payload = JSON.parse(text) as { readonly data: { readonly product: Goods } };
  const html = await readFile(path.join(siteFolder, `${route}.html`), 'utf8');
  const [picture = ''] = /<picture.*?<\/picture>/s.exec(html) ?? [];
  return { ...payload.data.product, picture };
}

function page(goods: Goods & { readonly picture: string }, hasCart: boolean): string {
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${goods.title}</title><meta name="description" content="${goods.summary}"><link rel="icon" href="data:,"><style>${sheet}</style></head>`;
  const top = `<body><header><a href="/">Shop</a><a href="/cart">Cart <b data-cart-count hidden></b></a></header>`;
  const key = hasCart
    ? `<button data-add data-variant="one" data-title="${goods.title}">Add to cart</button>`
    : '';
  const main = `<main><h1>${goods.title}</h1>${goods.picture}<p>${goods.summary}</p>${key}${goods.bodyHtml}</main>`;
  const foot = `<footer><a href="/legal/terms">Terms</a></footer>`;
  const drawer = hasCart
    ? '<dialog><h2>Added</h2><img alt=""><p></p><a href="/cart">Cart</a></dialog>'
    : '';
  const script = hasCart ? `${drawer}<script type="module" src="/cart.js"></script>` : '';
  return `${head}${top}${main}${foot}${script}</body></html>`;
}

export interface FloorPages {
  readonly plainUrl: string;
  readonly cartUrl: string;
  readonly server: SiteServer;
}

/** Served by the shop's own server, with the shop's own pictures. */
export async function serveFloorPages(
  folder: string,
  siteFolder: string,
  route: string,
): Promise<FloorPages> {
  const goods = await readGoods(siteFolder, route);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'plain.html'), page(goods, false));
  await writeFile(path.join(folder, 'cart.html'), page(goods, true));
  await writeFile(path.join(folder, 'cart.js'), cart);
  // Without a word of its own a site is allowed nothing: not even its picture would come.
  await writeFile(path.join(folder, '_headers'), `/*\n  Content-Security-Policy: ${policy}\n`);
  await writeFile(path.join(folder, '404.html'), '<!doctype html><title>Not found</title>');
  await symlink(path.join(siteFolder, 'pictures'), path.join(folder, 'pictures'));
  const server = await startSiteServer({ folder, port: 0 });
  return { plainUrl: `${server.url}/plain`, cartUrl: `${server.url}/cart`, server };
}
