import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  keepFormerFiles,
  listFormerFiles,
  sweepFormerFiles,
} from '../../../scripts/former-files.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
before(async () => {
  folder = await makeTemporaryFolder();
});
after(() => rm(folder, { recursive: true, force: true }));

const site = () => path.join(folder, 'dist');
const day = (number: number) => new Date(Date.UTC(2026, 0, number));

async function publish(names: readonly string[], at: Date): Promise<void> {
  const draft = path.join(folder, 'draft');
  for (const name of [...names, 'index.html']) {
    await mkdir(path.dirname(path.join(draft, name)), { recursive: true });
    await writeFile(path.join(draft, name), name);
  }
  await keepFormerFiles(site(), draft, at);
  await rm(site(), { recursive: true, force: true });
  await rename(draft, site());
  await sweepFormerFiles(site(), at);
}

const former = async () => [...(await listFormerFiles(site())).keys()].toSorted();

test('hashed files outlive every build that lacks them by a week, and pages do not', async () => {
  await publish(['_astro/a.js', 'pictures/a.avif', 'about.html'], day(1));
  assert.deepEqual(await former(), [], 'there was nothing before');
  await publish(['_astro/b.js'], day(2));
  await publish(['_astro/c.js'], day(3));
  assert.deepEqual(await former(), ['/_astro/a.js', '/_astro/b.js', '/pictures/a.avif']);
  const kept = (await listFormerFiles(site())).get('/_astro/a.js') ?? '';
  assert.equal(await readFile(kept, 'utf8'), '_astro/a.js');
  await publish(['_astro/a.js'], day(8));
  assert.ok((await former()).includes('/_astro/a.js'), 'no more than a week');
  await publish(['_astro/c.js'], day(12));
  assert.deepEqual(
    await former(),
    ['/_astro/a.js', '/_astro/c.js'],
    'a week from when it left last',
  );
  await publish(['_astro/c.js'], day(30));
  assert.deepEqual(await former(), []);
});
