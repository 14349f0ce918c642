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

/** Ten thousand take their time: fewer can be named. */
const sizes = (process.env['KEYWRIGHT_BENCH_PAGES'] ?? '100,1000,10000').split(',').map(Number);
/**
 * The generated products share so many drawings, as caps of a few colours do: a drawing is drawn once
 * whoever shows it, and what drawing costs has a row of its own.
 */
const designs = 40;
const publishes = 3;
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
  /** From nothing but the pictures, which are kept by content. */
  readonly whole: number;
  /** Each after one price was changed. */
  readonly changes: readonly number[];
}

const buildShop = (settings: Settings) => buildSite(settings, { outFolder: settings.siteFolder });

const forget = ({ dataFolder }: Settings, folder: string) =>
  rm(path.join(dataFolder, folder), { recursive: true, force: true });

async function measureShop(settings: Settings, sql: Sql): Promise<ShopTimes> {
  await forget(settings, 'astro');
  const whole = await secondsOf(() => buildShop(settings));
  const changes: number[] = [];
  for (let number = 1; number <= publishes; number += 1) {
    await sql`update public.variants set price_minor = price_minor + 1 where sku = ${`GENERATED-${number}`}`;
    changes.push(await secondsOf(() => buildShop(settings)));
  }
  return { whole, changes };
}

/** Every drawing that any size shows is drawn for the first one. */
async function drawAll(settings: Settings, sql: Sql): Promise<BenchRow> {
  await generateProducts(sql, designs, designs);
  const withDrawing = await secondsOf(() => buildShop(settings));
  await forget(settings, 'astro');
  const without = await secondsOf(() => buildShop(settings));
  const files = await readdir(path.join(settings.siteFolder, 'pictures'));
  const drawings = new Set(files.map((file) => file.split('-', 1)[0])).size;
  return {
    what: `drawing the ${drawings} pictures of the shop and its ${designs} designs, in test quality, once`,
    figure: `${(withDrawing - without).toFixed(1)} s, ${perPage(withDrawing - without, drawings)} each`,
    comparedWith: `${files.length} files; a build that finds them drawn: ${without.toFixed(1)} s`,
    budget: 'reported',
    isWithin: null,
  };
}

const perPage = (seconds: number, pages: number) => `${((seconds / pages) * 1000).toFixed(1)} ms`;
const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;

function rowsOf(pages: number, shop: ShopTimes, others: readonly number[]): readonly BenchRow[] {
  const [eleventy = NaN, next = NaN, astro = NaN] = others;
  const middle = shop.changes.toSorted((a, b) => a - b)[shop.changes.length >> 1] ?? NaN;
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
      what: `building the shop with ${pages} more products, pictures drawn before, a page`,
      figure: perPage(shop.whole, pages),
      comparedWith: `${beside.join(', ')} (plain pages)`,
      budget: 'reported',
      isWithin: null,
    },
    {
      what: `publishing one change among ${pages} products, median of ${shop.changes.length}`,
      figure: `${middle.toFixed(2)} s, ${share(middle, shop.whole)} of the whole build`,
      comparedWith: `whole build ${shop.whole.toFixed(1)} s; each change ${shop.changes.map((it) => it.toFixed(2)).join(', ')} s`,
      budget: pages < 10_000 ? 'reported' : '5 %',
      isWithin: pages < 10_000 ? null : middle <= shop.whole * 0.05,
    },
  ];
}

function growthRow(first: Measured, last: Measured): BenchRow {
  const [few, many] = [first, last].map(({ pages, shop }) => shop.whole / pages);
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

async function measureAll(settings: Settings, sql: Sql): Promise<readonly BenchRow[]> {
  const peersFolder = await installPeers();
  const drawn = await drawAll(settings, sql);
  const measured: Measured[] = [];
  for (const pages of sizes) {
    await generateProducts(sql, pages, designs);
    const shop = await measureShop(settings, sql);
    measured.push({ pages, shop, others: await measurePeers(peersFolder, sql) });
  }
  const [first, last] = [measured.at(0), measured.at(-1)];
  return [
    drawn,
    ...measured.flatMap(({ pages, shop, others }) => rowsOf(pages, shop, others)),
    ...(first && last && first !== last ? [growthRow(first, last)] : []),
  ];
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
    demo: true,
  };
  const sql = postgres(backend.databaseUrl, { onnotice: () => {} });
  try {
    return await measureAll(settings, sql);
  } finally {
    await sql.end();
    await backend.stop();
    await cluster.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
