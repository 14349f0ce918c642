/* The short form runs with every test; KEYWRIGHT_LONG=1 fills the disk at every write. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { listFormerFiles } from '../../../scripts/former-files.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const step = process.env['KEYWRIGHT_LONG'] === '1' ? 1 : 5;
const support = path.resolve(import.meta.dirname, '../../support/full-disk');

let folder: string;
before(async () => {
  folder = await makeTemporaryFolder();
  const astro = path.join(folder, 'project/node_modules/astro/bin');
  await mkdir(astro, { recursive: true });
  const site = JSON.stringify(path.join(support, 'small-site.ts'));
  await writeFile(path.join(astro, 'astro.mjs'), `await import(${site});\n`);
});
after(() => rm(folder, { recursive: true, force: true }));

const dist = () => path.join(folder, 'dist');

interface Published {
  readonly isLive: boolean;
  readonly said: string;
  readonly writes: number;
}

/** `room`: after how many writes the disk is full. */
async function publish(buildId: string, room = Infinity): Promise<Published> {
  const counter = path.join(path.dirname(folder), `${path.basename(folder)}.writes`);
  await writeFile(counter, '');
  const preload = path.join(support, 'full-disk.ts');
  const env = {
    ...process.env,
    NODE_OPTIONS: `--no-warnings --import ${preload}`,
    FULL_DISK_FOLDER: path.join(folder, ''),
    FULL_DISK_COUNTER: counter,
    FULL_DISK_AT: String(room),
  };
  const ended = await run(process.execPath, [path.join(support, 'publish.ts'), folder, buildId], {
    env,
  }).then(
    () => ({ isLive: true, said: '' }),
    (error: { stderr?: string }) => ({ isLive: false, said: error.stderr ?? String(error) }),
  );
  const writes = (await stat(counter)).size;
  await rm(counter);
  return { ...ended, writes };
}

async function assertWhole(buildId: string): Promise<void> {
  const read = (name: string) => readFile(path.join(dist(), name), 'utf8');
  assert.deepEqual(JSON.parse(await read('builds/latest.json')), { id: buildId });
  const html = await read('index.html');
  assert.ok(html.includes(`<h1>${buildId}</h1>`));
  assert.match(await read(`_astro/${buildId}.js`), /id = '.+';$/);
  const pictures = await readdir(path.join(dist(), 'pictures'));
  assert.equal(pictures.length, 4);
  for (const name of pictures) {
    const { channels } = await sharp(path.join(dist(), 'pictures', name)).stats();
    assert.ok(channels.length >= 3, name);
  }
}

test('wherever a disk fills up, the live site stays, and once there is room the next is published', async () => {
  const { isLive, said } = await publish('build-0');
  assert.ok(isLive, said);
  let live = 'build-0';
  let failed = 0;
  // The writes of a build from nothing, until there is room for all of them.
  for (let at = 1; ; at += step) {
    for (const kept of ['pictures', 'astro']) {
      await rm(path.join(folder, 'data', kept), { recursive: true, force: true });
    }
    const full = await publish(`full-${at}`, at);
    if (full.isLive) live = `full-${at}`;
    else {
      failed += 1;
      assert.match(full.said, /ENOSPC: no space left on device, write '.+'/, 'names what is full');
    }
    await assertWhole(live);
    if (full.writes < at) break;
    const roomy = await publish(`build-${at}`);
    assert.ok(roomy.isLive, `after write ${at}: ${roomy.said}`);
    live = `build-${at}`;
    await assertWhole(live);
  }
  assert.ok(failed * step > 20, `${failed} builds met the full disk`);
  const left = await readdir(path.join(folder, 'data'), { recursive: true });
  assert.deepEqual(
    left.filter((name) => /\.part$|building\.json|site-draft/.test(name)),
    [],
  );
  assert.ok((await listFormerFiles(dist())).has('/_astro/build-0.js'));
});
