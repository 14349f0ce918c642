import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import sharp from 'sharp';
import { parseBackupKey, type BackupKey } from '../../../scripts/archive/archive-key.ts';
import { isEmptyShop, seeArchive } from '../../../scripts/archive/load-archive.ts';
import { makeArchive, recordBackup } from '../../../scripts/archive/make-archive.ts';
import { assertReplaceable, restoreEmbedded } from '../../../scripts/archive/restore-embedded.ts';
import { restoreHosted } from '../../../scripts/archive/restore-hosted.ts';
import { connect, openShop, type ShopSource } from '../../../scripts/archive/shop-source.ts';
import { filesBehindApi, filesOnDisk } from '../../../scripts/archive/stored-files.ts';
import { finishRestore, restoringFolder } from '../../../scripts/archive/swap-shops.ts';
import { readCatalogue, compareCatalogues } from '../../../scripts/catalogue.ts';
import { startLocalSupabase } from '../../../scripts/local-supabase/backend.ts';
import { applyMigrations, prepareServices } from '../../../scripts/local-supabase/migrate.ts';
import { findFreePort } from '../../../scripts/local-supabase/ports.ts';
import { startCluster } from '../../../scripts/local-supabase/postgres.ts';
import { embeddedKeys, type Settings } from '../../../scripts/settings.ts';
import { projectFolder } from '../../support/cluster.ts';
import { asSomeone, place, prepareOrder } from '../../support/data/buyers.ts';
import { makePerson, type Person } from '../../support/data/people.ts';
import { anyDesign } from '../../support/data/designs.ts';
import { enter, makeEntrants, makeList, offerNext } from '../../support/data/lists.ts';
import { assumeCaller } from '../../../scripts/local-supabase/callers.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const key = parseBackupKey('a long word that opens it');
const rawKey = parseBackupKey(randomBytes(32).toString('hex'));
let folder = '';
let buyer: Person;

const settingsOf = (dataFolder: string): Settings => ({
  projectFolder,
  dataFolder,
  siteFolder: path.join(dataFolder, 'dist'),
  sitePort: 0,
  apiPort: 0,
  databasePort: 0,
  functionsPort: 0,
  siteUrl: 'http://localhost:4321',
  apiUrl: 'http://localhost:0',
  hosted: null,
  demo: true,
});
const shopFolder = () => path.join(folder, 'shop');
const say = () => {};

interface Running {
  readonly url: string;
  readonly sql: Sql;
  readonly databaseUrl: string;
}

/** The shop of a data folder, for as long as it is looked at. */
async function inShop<T>(dataFolder: string, work: (shop: Running) => Promise<T>): Promise<T> {
  const cluster = await startCluster({
    folder: path.join(dataFolder, 'pg'),
    port: await findFreePort(),
    durable: false,
  });
  const databaseUrl = cluster.url('postgres');
  const sql = postgres(databaseUrl, { max: 4, onnotice() {} });
  try {
    const backend = await startLocalSupabase({
      projectFolder,
      dataFolder,
      databaseUrl,
      apiPort: await findFreePort(),
      functionsPort: await findFreePort(),
      siteUrl: 'http://localhost:4321',
      ...embeddedKeys,
    });
    try {
      return await work({ url: backend.url, sql, databaseUrl });
    } finally {
      await backend.stop();
    }
  } finally {
    await sql.end();
    await cluster.stop();
  }
}

const clientOf = (url: string, apiKey: string = embeddedKeys.publishableKey) =>
  createClient(url, apiKey, { auth: { persistSession: false, autoRefreshToken: false } });

async function order({ url, sql }: Running): Promise<string> {
  const api = { url, ...embeddedKeys };
  const wanted = await prepareOrder(api, [await anyLine(sql)]);
  const { status, body } = await place(api, asSomeone(wanted));
  assert.equal(status, 200, JSON.stringify(body));
  return body.order.number;
}

/** Something that is in stock and asks nothing. */
async function anyLine(sql: Sql) {
  const [row] = await sql<{ id: string }[]>`
    select v.id from public.variants v join public.stock_pools s on s.id = v.stock_pool_id
    join public.products p on p.id = v.product_id
    where v.availability = 'in_stock' and p.status = 'published' and s.on_hand - s.allocated > 5
      and not exists (select from public.product_options o where o.product_id = p.id and o.is_required)
    order by v.sku limit 1`;
  assert.ok(row);
  return { variant_id: row.id, quantity: 1 };
}

/** Rows, rights and numbers of all that the shop owns. */
async function portrait(sql: Sql) {
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and (c.relnamespace::regnamespace::text in ('public', 'private')
      or c.oid::regclass::text in ('auth.users', 'auth.identities', 'auth.mfa_factors'))
      and c.oid <> 'private.backups'::regclass order by 1`;
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as count, md5(coalesce(string_agg(t::text, E'\\n' order by t::text), '')) as hash from ${name} t`,
    );
    rows[name] = { ...row };
  }
  const sequences = await sql`
    select schemaname, sequencename, last_value from pg_sequences
    where schemaname in ('public', 'private') order by 1, 2`;
  const files = await sql`
    select bucket_id, name, owner_id, metadata, created_at from storage.objects order by 1, 2`;
  return {
    rows,
    sequences: [...sequences],
    files: [...files],
    catalogue: await readCatalogue(sql),
  };
}
type Portrait = Awaited<ReturnType<typeof portrait>>;

function assertSame(found: Portrait, wanted: Portrait): void {
  assert.deepEqual(found.rows, wanted.rows);
  assert.deepEqual(found.sequences, wanted.sequences);
  assert.deepEqual(found.files, wanted.files);
  assert.deepEqual(compareCatalogues(found.catalogue, wanted.catalogue), []);
}

async function archived(shop: ShopSource, file: string, sealedBy: BackupKey | null) {
  try {
    return await makeArchive({ shop, projectFolder, file, key: sealedBy, now: new Date() });
  } finally {
    await shop.close();
  }
}

const fileOf = (name: string) => path.join(folder, `${name}.backup`);
let wanted: Portrait;

before(async () => {
  folder = await makeTemporaryFolder();
  await mkdir(shopFolder());
  wanted = await inShop(shopFolder(), async (shop) => {
    const { sql, url } = shop;
    buyer = await makePerson(url, 'buyer');
    await order(shop);
    const client = clientOf(url);
    await client.auth.signInWithPassword(buyer);
    const { error } = await client.rpc('save_design', { p_design: anyDesign });
    assert.equal(error, null);
    const list = await makeList(sql, { kind: 'waiting_list', editions: [3] });
    const [entrant] = await makeEntrants(sql, 1);
    assert.ok(entrant);
    await sql.begin(async (transaction) => {
      await assumeCaller(transaction, entrant.caller);
      await enter(transaction, list.id, [...list.choices]);
    });
    const [owner] = await sql<
      { id: string }[]
    >`select user_id as id from private.staff where role = 'owner'`;
    await sql.begin(async (transaction) => {
      await assumeCaller(transaction, {
        role: 'authenticated',
        claims: { role: 'authenticated', sub: owner?.id ?? '' },
      });
      await offerNext(transaction, list.id, 1);
    });
    await sql`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values (${buyer.id}, 'phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`;
    // What no line of a dump may end early.
    await sql`
      update public.page_texts set body = body || ${'\ta tab, a \\back\\n and\n\\.\na line'}
      where id = (select id from public.page_texts order by page, code limit 1)`;
    const picture = await sharp({
      create: {
        width: 900,
        height: 700,
        channels: 3,
        noise: { type: 'gaussian', mean: 120, sigma: 40 },
        background: '#000',
      },
    })
      .png()
      .toBuffer();
    for (const name of ['a/first picture.png', 'second one.png']) {
      const stored = await clientOf(url, embeddedKeys.secretKey)
        .storage.from('product-images')
        .upload(name, picture, { contentType: 'image/png' });
      assert.equal(stored.error, null);
    }
    return portrait(sql);
  });
  assert.ok(wanted.files.length === 2);
});
after(() => rm(folder, { recursive: true, force: true }));

describe('a backup of an embedded shop that is stopped', () => {
  const newShop = () => path.join(folder, 'restored');

  test('is restored on a clean machine with the same rows, rights, numbers and files', async () => {
    const file = fileOf('encrypted');
    await archived(await openShop(settingsOf(shopFolder()), 'backup'), file, key);
    assert.equal((await stat(file)).mode & 0o077, 0);
    await mkdir(newShop());
    const archive = await seeArchive(file, key);
    assert.equal(await restoreEmbedded(archive, settingsOf(newShop()), say), null);
    assert.equal(existsSync(restoringFolder(newShop())), false);
    await inShop(newShop(), async (shop) => assertSame(await portrait(shop.sql), wanted));
  });

  test('opens: an account signs in, sees its design and its picture, and the next order is taken', async () => {
    await inShop(newShop(), async (shop) => {
      const numbers = await shop.sql<{ number: string }[]>`select number from public.order_records`;
      const client = clientOf(shop.url);
      const { data, error } = await client.auth.signInWithPassword(buyer);
      assert.equal(error, null);
      assert.equal(data.user?.id, buyer.id);
      const factors = await client.auth.mfa.listFactors();
      assert.equal(factors.data?.totp.length, 1);
      const picture = await fetch(
        `${shop.url}/storage/v1/object/public/product-images/a/first%20picture.png`,
      );
      assert.equal(picture.headers.get('content-type'), 'image/png');
      assert.ok((await picture.arrayBuffer()).byteLength > 100_000);
      const number = await order(shop);
      assert.ok(!numbers.some((known) => known.number === number), number);
    });
  });

  test('is not put over a shop in use unless that is wanted, and then the other one is kept', async () => {
    await assert.rejects(assertReplaceable(newShop()), /There is a shop in .*--replace/);
    const archive = await seeArchive(fileOf('encrypted'), key);
    const former = await restoreEmbedded(archive, settingsOf(newShop()), say);
    assert.ok(former);
    assert.deepEqual((await readdir(former)).toSorted(), ['pg', 'storage']);
    await inShop(newShop(), async (shop) => assertSame(await portrait(shop.sql), wanted));
  });

  test('leaves the old shop as it was where restoring it fails or is killed', async () => {
    const archive = await seeArchive(fileOf('encrypted'), key);
    const broken = {
      ...archive,
      sums: archive.sums.map((sum) =>
        sum.name === 'public.products' ? { ...sum, rowSum: '0' } : sum,
      ),
    };
    await assert.rejects(
      restoreEmbedded(broken, settingsOf(newShop()), say),
      /public.products would hold|products would hold/,
    );
    // Killed: what it had built until then lies beside the shop, and nothing starts it.
    await mkdir(path.join(restoringFolder(newShop()), 'pg'), { recursive: true });
    assert.equal(await finishRestore(newShop()), null);
    await inShop(newShop(), async (shop) => assertSame(await portrait(shop.sql), wanted));
  });

  test('is finished by the next start where it was killed between two renames', async () => {
    const data = path.join(folder, 'killed');
    for (const part of ['pg', 'restoring/storage']) {
      await mkdir(path.join(data, part), { recursive: true });
    }
    await writeFile(path.join(data, 'pg/is'), 'restored');
    await mkdir(path.join(data, 'former'));
    await mkdir(path.join(data, 'storage'));
    await writeFile(path.join(data, 'restoring/ready.json'), '{"former":"former"}');
    assert.equal(await finishRestore(data), path.join(data, 'former'));
    assert.equal(await readFile(path.join(data, 'pg/is'), 'utf8'), 'restored');
    assert.deepEqual((await readdir(data)).toSorted(), ['former', 'pg', 'storage']);
  });
});

describe('an archive', () => {
  before(async () => {
    await archived(await openShop(settingsOf(shopFolder()), 'backup'), fileOf('plain'), null);
    await archived(await openShop(settingsOf(shopFolder()), 'backup'), fileOf('raw'), rawKey);
  });

  for (const [name, sealedBy] of [
    ['encrypted', key],
    ['raw', rawKey],
    ['plain', null],
  ] as const) {
    test(`(${name}) is refused when a byte is changed, wherever that is`, async () => {
      const bytes = await readFile(fileOf(name));
      const ends = [0, 70, 150, bytes.length >> 1, bytes.length - 1];
      const between = [5, 22, 40, 110, 130, 135, 300, 5000, bytes.length - 20];
      // Each try costs the words their half second.
      const places = name === 'encrypted' ? ends : [...ends, ...between];
      for (const place of places) {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 1;
        await writeFile(fileOf('changed'), changed);
        await assert.rejects(
          seeArchive(fileOf('changed'), sealedBy),
          { name: 'Error', message: /archive|backup/ },
          `byte ${place}`,
        );
      }
    });

    test(`(${name}) is refused when it is cut off, goes on, or its parts change places`, async () => {
      const bytes = await readFile(fileOf(name));
      for (const length of [0, 10, 5000, bytes.length >> 1, bytes.length - 1]) {
        await writeFile(fileOf('cut'), bytes);
        await truncate(fileOf('cut'), length);
        await assert.rejects(
          seeArchive(fileOf('cut'), sealedBy),
          /cut off|no backup|damaged/,
          `${length} bytes`,
        );
      }
      await writeFile(fileOf('cut'), Buffer.concat([bytes, Buffer.from('x')]));
      await assert.rejects(seeArchive(fileOf('cut'), sealedBy), /goes on after its end/);
      const head = bytes.indexOf('\n', 25) + 1;
      const frame = 4 + 256 * 1024 + 16;
      assert.ok(bytes.length > head + 2 * frame);
      const [one, two] = [
        bytes.subarray(head, head + frame),
        bytes.subarray(head + frame, head + 2 * frame),
      ];
      const swapped = Buffer.concat([
        bytes.subarray(0, head),
        two,
        one,
        bytes.subarray(head + 2 * frame),
      ]);
      await writeFile(fileOf('cut'), swapped);
      await assert.rejects(seeArchive(fileOf('cut'), sealedBy), /was changed/);
    });
  }

  test('is refused with another key, with none, and with one of another kind', async () => {
    for (const [name, wrong] of [
      ['encrypted', parseBackupKey('another word that opens nothing')],
      ['encrypted', rawKey],
      ['encrypted', null],
      ['raw', key],
      ['raw', parseBackupKey(randomBytes(32).toString('hex'))],
    ] as const) {
      await assert.rejects(seeArchive(fileOf(name), wrong), /key/);
    }
    assert.throws(() => parseBackupKey('short'), /too short/);
  });

  test('tells nothing of the shop where it is encrypted, and no secret setting where it is not', async () => {
    process.env['STRIPE_SECRET_KEY'] = 'sk_live_of_the_test';
    const [sealed, plain] = [fileOf('with-settings'), fileOf('with-names')];
    try {
      await archived(await openShop(settingsOf(shopFolder()), 'backup'), sealed, key);
      await archived(await openShop(settingsOf(shopFolder()), 'backup'), plain, null);
    } finally {
      delete process.env['STRIPE_SECRET_KEY'];
    }
    const seen = await seeArchive(sealed, key);
    assert.equal(seen.settings.secret['STRIPE_SECRET_KEY'], 'sk_live_of_the_test');
    const open = await seeArchive(plain, null);
    assert.equal(open.settings.secret['STRIPE_SECRET_KEY'], null);
    const bytes = await readFile(sealed);
    for (const word of ['sk_live', buyer.email, 'order_records'])
      assert.equal(bytes.indexOf(word), -1);
  });
});

test('a running shop is backed up in one moment, while orders come in', async () => {
  await inShop(shopFolder(), async (shop) => {
    const { sql, lost, end } = connect(shop.databaseUrl);
    const source: ShopSource = {
      place: 'embedded',
      sql,
      lost,
      files: filesOnDisk(shopFolder()),
      close: end,
    };
    const over = new AbortController();
    const buying = (async () => {
      while (!over.signal.aborted) await order(shop);
    })();
    const made = await makeArchive({
      shop: source,
      projectFolder,
      file: fileOf('running'),
      key: null,
      now: new Date(),
    });
    over.abort();
    await buying;
    await recordBackup(source, made, false, new Date());
    await end();
    const [row] = await shop.sql`select sha256, is_verified, file_count from private.backups`;
    assert.deepEqual({ ...row }, { sha256: made.sha256, is_verified: true, file_count: 2 });
    const rows = (name: string) => made.sums.find((sum) => sum.name.endsWith(name))?.rows ?? -1;
    const lines = rows('order_lines');
    assert.ok(lines > 0 && lines >= rows('order_records'));
  });
  const data = path.join(folder, 'of-running');
  await mkdir(data);
  await restoreEmbedded(await seeArchive(fileOf('running'), null), settingsOf(data), say);
});
describe('a hosted project, reached by its address, its keys and a database user who is no superuser', () => {
  const asPostgres = (url: string) => {
    const address = new URL(url);
    address.username = 'postgres';
    address.password = 'postgres';
    return address.href;
  };
  const projectOf = ({ url, databaseUrl }: Running) => ({
    url,
    ...embeddedKeys,
    databaseUrl: asPostgres(databaseUrl),
  });
  const empty = async (data: string) => {
    await mkdir(data);
    const cluster = await startCluster({
      folder: path.join(data, 'pg'),
      port: await findFreePort(),
      durable: false,
    });
    const sql = postgres(cluster.url('postgres'), { max: 1, onnotice() {} });
    await prepareServices(sql);
    await applyMigrations(sql, projectFolder);
    await sql.end();
    await cluster.stop();
  };

  test('is backed up and restored into another one, and goes on where it was killed', async () => {
    await inShop(shopFolder(), async (shop) => {
      const project = projectOf(shop);
      const { sql, lost, end } = connect(project.databaseUrl);
      const files = filesBehindApi(project.url, project.secretKey);
      const made = await archived(
        { place: 'hosted', sql, lost, files, close: end },
        fileOf('hosted'),
        key,
      );
      assert.deepEqual(made.lostFiles, []);
      wanted = await portrait(shop.sql);
    });
    const data = path.join(folder, 'hosted');
    await empty(data);
    const archive = await seeArchive(fileOf('hosted'), key);
    await inShop(data, async (shop) => {
      assert.ok(await isEmptyShop(shop.sql));
      const said: string[] = [];
      const options = {
        archive,
        project: projectOf(shop),
        projectFolder,
        isReplacing: false,
        note: say,
        say: (text: string) => void said.push(text),
      };
      const wrong = { ...options.project, secretKey: 'sb_secret_of_somebody_else' };
      await assert.rejects(restoreHosted({ ...options, project: wrong }), /could not be stored/);
      await restoreHosted(options);
      assert.deepEqual(said, ['The archive’s rows are in already: going on with its files.']);
      const found = await portrait(shop.sql);
      assert.deepEqual(found.rows, wanted.rows);
      assert.deepEqual(found.sequences, wanted.sequences);
      assert.deepEqual(compareCatalogues(found.catalogue, wanted.catalogue), []);
      assert.equal(found.files.length, 2);
      const added = await shop.sql`select path from supabase_migrations.seed_files`;
      assert.deepEqual(
        added.map(({ path: file }) => file),
        ['supabase/starter.sql'],
        'a deployment adds nothing to what was restored',
      );
      const { error } = await clientOf(shop.url).auth.signInWithPassword(buyer);
      assert.equal(error, null);
      await order(shop);
      await assert.rejects(restoreHosted(options), /There is a shop in/);
    });
  });

  test('keeps nothing of a restore whose rows can’t be loaded', async () => {
    const data = path.join(folder, 'refused');
    await empty(data);
    const archive = await seeArchive(fileOf('hosted'), key);
    const broken = {
      ...archive,
      sums: archive.sums.map((sum) =>
        sum.name.endsWith('staff_rules') ? { ...sum, rows: 7 } : sum,
      ),
    };
    await inShop(data, async (shop) => {
      const before = await portrait(shop.sql);
      const options = {
        archive: broken,
        project: projectOf(shop),
        projectFolder,
        isReplacing: false,
        note: say,
        say,
      };
      await assert.rejects(restoreHosted(options), /staff_rules would hold 1 rows/);
      assertSame(await portrait(shop.sql), before);
    });
  });
});

describe('the commands', () => {
  const run = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
    promisify(execFile)('node', ['scripts/launch.mjs', command, ...args], {
      cwd: projectFolder,
      env: { ...process.env, KEYWRIGHT_DATA: shopFolder(), ...env },
    });

  test('say what they would do and do nothing with --dry-run', async () => {
    const to = path.join(folder, 'dry.backup');
    const { stdout } = await run('backup', ['--dry-run', '--to', to]);
    assert.match(stdout, /Would write \d+ tables and 2 files of the embedded shop/);
    assert.equal(existsSync(to), false);
    const data = path.join(folder, 'nowhere');
    const told = await run('restore', [fileOf('plain'), '--dry-run'], { KEYWRIGHT_DATA: data });
    assert.match(told.stdout, /An archive of .* of an embedded shop: .*It is whole/s);
    assert.equal(existsSync(data), false);
  });

  test('make an archive, say what is in it, try it out and restore it', async () => {
    const env = { KEYWRIGHT_BACKUP_KEY: 'a key for the commands' };
    const to = path.join(folder, 'command.backup');
    const made = await run('backup', ['--to', to], env);
    assert.match(
      made.stdout,
      /2 files, .* read again and found whole\n +SHA-256 [0-9a-f]{64}\n +encrypted/,
    );
    const drilled = await run('restore', [to, '--drill'], env);
    assert.match(drilled.stdout, /can be restored: its shop opened/);
    const data = path.join(folder, 'by-command');
    const restored = await run('restore', [to], { ...env, KEYWRIGHT_DATA: data });
    assert.match(restored.stdout, /The shop is restored/);
    await assert.rejects(
      run('restore', [to], { ...env, KEYWRIGHT_DATA: data }),
      /There is a shop in/,
    );
    await assert.rejects(
      run('restore', [to], { KEYWRIGHT_DATA: data }),
      /encrypted. Set KEYWRIGHT_BACKUP_KEY/,
    );
  });
});
