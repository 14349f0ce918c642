/**
 * Measures what building costs: the shop's real pages, from nothing and after one change, as their
 * number grows, beside other builders that write plain pages from the same data.
 */
import { execFile } from 'node:child_process';
import { cp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import type { BenchRow } from '../../scripts/bench.ts';
import { buildSite } from '../../scripts/build-site.ts';
import type { Settings } from '../../scripts/settings.ts';
import { projectFolder, startTestCluster } from '../support/cluster.ts';
import { startTestBackend } from '../support/local-backend.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { generateProducts, plainProducts } from './generated-products.ts';

export const title = 'Building';

/** Each product has a picture of its own, and drawing ten thousand takes its time: fewer can be named. */
const sizes = (process.env['KEYWRIGHT_BENCH_PAGES'] ?? '100,1000,10000').split(',').map(Number);
const execute = promisify(execFile);

interface Peer {
  readonly name: string;
  /** Removed before it builds: what it kept from an earlier size. */
  readonly leftovers: readonly string[];
  readonly output: string;
  readonly build: (folder: string, environment: NodeJS.ProcessEnv) => Promise<unknown>;
}

const node = (folder: string, args: readonly string[], environment: NodeJS.ProcessEnv) =>
  execute(process.execPath, args, { cwd: folder, env: environment, maxBuffer: 1e9 });

const peers: readonly Peer[] = [
  {
    name: 'Eleventy',
    leftovers: ['_site'],
    output: '_site/products',
    build: (folder, env) =>
      node(folder, ['../node_modules/@11ty/eleventy/cmd.cjs', '--quiet'], env),
  },
  {
    name: 'Next.js static export',
    leftovers: ['.next', 'out'],
    output: 'out/products',
    build: (folder, env) => node(folder, ['../node_modules/next/dist/bin/next', 'build'], env),
  },
  {
    name: 'Astro, plain',
    leftovers: ['.astro', 'dist', 'node_modules/.astro'],
    output: 'dist/products',
    build: (folder, env) => node(folder, ['node_modules/astro/bin/astro.mjs', 'build'], env),
  },
];

const folderOf = (name: string) => (name.split(/[ ,.]/)[0] ?? name).toLowerCase();

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** The peers' packages are the bench's alone, so they are installed where nothing else sees them. */
async function installPeers(): Promise<string> {
  const folder = await makeTemporaryFolder();
  await cp(path.join(import.meta.dirname, 'peers'), folder, { recursive: true });
  await execute('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  const modules = path.join(folder, 'astro/node_modules');
  await symlink(path.join(projectFolder, 'node_modules'), modules);
  return folder;
}

async function measurePeers(folder: string, sql: Sql): Promise<readonly number[]> {
  const products = await plainProducts(sql);
  const file = path.join(folder, 'products.json');
  await writeFile(file, JSON.stringify(products));
  const times: number[] = [];
  for (const { name, leftovers, output, build } of peers) {
    const own = path.join(folder, folderOf(name));
    for (const left of leftovers) await rm(path.join(own, left), { recursive: true, force: true });
    const environment = { ...process.env, BENCH_PRODUCTS: file, NEXT_TELEMETRY_DISABLED: '1' };
    times.push(await secondsOf(() => build(own, environment)));
    const written = (await readdir(path.join(own, output))).filter((it) => it.endsWith('.html'));
    if (written.length !== products.length)
      throw new Error(`${name} wrote ${written.length} of ${products.length} pages.`);
  }
  return times;
}

interface ShopTimes {
  readonly fromNothing: number;
  readonly withPictures: number;
  readonly oneChange: number;
}

async function measureShop(settings: Settings, sql: Sql): Promise<ShopTimes> {
  const build = () => buildSite(settings, { outFolder: settings.siteFolder });
  const forget = (folder: string) =>
    rm(path.join(settings.dataFolder, folder), { recursive: true, force: true });
  await Promise.all(['astro', 'pictures'].map(forget));
  const fromNothing = await secondsOf(build);
  await forget('astro');
  const withPictures = await secondsOf(build);
  await sql`update public.variants set price_minor = price_minor + 1 where sku = 'GENERATED-7'`;
  return { fromNothing, withPictures, oneChange: await secondsOf(build) };
}

const perPage = (seconds: number, pages: number) => `${((seconds / pages) * 1000).toFixed(1)} ms`;
const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;

function rowsOf(pages: number, shop: ShopTimes, others: readonly number[]): readonly BenchRow[] {
  const [eleventy = NaN, next = NaN, astro = NaN] = others;
  const beside = peers.map(({ name }, n) => `${name} ${perPage(others[n] ?? NaN, pages)}`);
  return [
    {
      what: `building ${pages} plain pages with Astro, a page`,
      figure: perPage(astro, pages),
      comparedWith: beside.slice(0, 2).join(', '),
      budget: 'a quarter of Next.js, three times Eleventy',
      isWithin: astro * 4 <= next && astro <= eleventy * 3,
    },
    {
      what: `building the shop with ${pages} more products, a page`,
      figure: perPage(shop.fromNothing, pages),
      comparedWith: `pictures drawn before: ${perPage(shop.withPictures, pages)}; ${beside.join(', ')} (plain pages)`,
      budget: 'reported',
      isWithin: null,
    },
    {
      what: `publishing one change among ${pages} products`,
      figure: `${share(shop.oneChange, shop.fromNothing)} of building from nothing`,
      comparedWith: `${share(shop.oneChange, shop.withPictures)} of building with the pictures drawn before`,
      budget: pages < 10_000 ? 'reported' : '5 %',
      isWithin: pages < 10_000 ? null : shop.oneChange <= shop.fromNothing * 0.05,
    },
  ];
}

function growthRow(first: Measured, last: Measured): BenchRow {
  const [few, many] = [first, last].map(({ pages, shop }) => shop.withPictures / pages);
  return {
    what: `a page of the shop, pictures drawn before, from ${first.pages} to ${last.pages} products`,
    figure: share(many ?? NaN, few ?? NaN),
    comparedWith: `a page among ${first.pages}`,
    budget: 'does not grow',
    isWithin: (many ?? NaN) <= (few ?? NaN),
  };
}

interface Measured {
  readonly pages: number;
  readonly shop: ShopTimes;
  readonly others: readonly number[];
}

async function measureAll(settings: Settings, sql: Sql): Promise<readonly Measured[]> {
  const peersFolder = await installPeers();
  const measured: Measured[] = [];
  for (const pages of sizes) {
    await generateProducts(sql, pages);
    const shop = await measureShop(settings, sql);
    measured.push({ pages, shop, others: await measurePeers(peersFolder, sql) });
  }
  return measured;
}

export async function measure(): Promise<readonly BenchRow[]> {
  process.env['KEYWRIGHT_PICTURE_QUALITY'] = 'draft';
  const cluster = await startTestCluster();
  process.env['KEYWRIGHT_TEST_CLUSTER'] = cluster.url;
  const backend = await startTestBackend();
  const dataFolder = await makeTemporaryFolder();
  const settings: Settings = {
    projectFolder,
    dataFolder,
    siteFolder: path.join(dataFolder, 'dist'),
    sitePort: 4321,
    apiPort: 0,
    databasePort: 0,
    functionsPort: 0,
    siteUrl: 'http://localhost:4321',
    apiUrl: backend.url,
    hosted: null,
  };
  const sql = postgres(backend.databaseUrl, { onnotice: () => {} });
  try {
    const measured = await measureAll(settings, sql);
    const [first, last] = [measured.at(0), measured.at(-1)];
    return [
      ...measured.flatMap(({ pages, shop, others }) => rowsOf(pages, shop, others)),
      ...(first && last && first !== last ? [growthRow(first, last)] : []),
    ];
  } finally {
    await sql.end();
    await backend.stop();
    await cluster.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
