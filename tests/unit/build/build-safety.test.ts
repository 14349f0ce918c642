import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { findBuildCache, stampOf } from '../../../scripts/build-cache.ts';
import { draftNames, takeBuildLock } from '../../../scripts/build-lock.ts';
import { findDifferences } from '../../../scripts/compare-sites.ts';
import { readSettings } from '../../../scripts/settings.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const below = (...parts: string[]) => path.join(folder, ...parts);
async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(below(file)), { recursive: true });
  await writeFile(below(file), text);
}

/** A process that waits; where it takes the lock, it says so and never gives it back. */
function startHolder(taking: boolean) {
  const lock = path.resolve(import.meta.dirname, '../../../scripts/build-lock.ts');
  const take = `const { takeBuildLock } = await import(${JSON.stringify(lock)});
    const lock = await takeBuildLock(${JSON.stringify(folder)}, ${JSON.stringify(below('dist'))});
    await lock.adopt(Number(process.argv[1]));`;
  const code = `${taking ? take : ''} console.log('ready'); setInterval(() => {}, 1000);`;
  return (...words: string[]) =>
    spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code, ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
}

describe('the lock of a build', () => {
  test('is held by one of eight at a time', async () => {
    let holders = 0;
    let most = 0;
    const work = async () => {
      const lock = await takeBuildLock(folder, below('dist'));
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((resolve) => setImmediate(resolve));
      holders -= 1;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 8 }, work));
    assert.equal(most, 1);
  });

  test('of a killed builder is broken, and what it had started is ended', async () => {
    const astro = startHolder(false)();
    await once(astro.stdout, 'data');
    const builder = startHolder(true)(String(astro.pid));
    await once(builder.stdout, 'data');
    await write(`${draftNames.incremental}/half.html`, 'half');
    await write('dist.old/index.html', 'the live site');
    const ended = once(astro, 'exit');
    builder.kill('SIGKILL');
    await once(builder, 'exit');
    const lock = await takeBuildLock(folder, below('dist'));
    await ended;
    assert.equal(existsSync(below(draftNames.incremental)), false, 'no half-made site is left');
    assert.equal(await readFile(below('dist/index.html'), 'utf8'), 'the live site');
    await lock.release();
  });

  test('is waited for while its holder lives, until one gives up waiting', async () => {
    const lock = await takeBuildLock(folder, below('dist'));
    const leaving = new AbortController();
    const second = takeBuildLock(folder, below('dist'), leaving.signal);
    leaving.abort();
    await assert.rejects(second, { name: 'AbortError' });
    await lock.release();
  });
});

describe('the cache of a build', () => {
  test('is used again after a whole build of the same sources, and only then', async () => {
    const cache = below('astro');
    const kept = () => existsSync(path.join(cache, 'page.html'));
    const first = await findBuildCache(cache, 'one');
    assert.ok(!first.isWhole);
    await first.open();
    await write('astro/page.html', 'x');
    await first.close();
    const second = await findBuildCache(cache, 'one');
    assert.ok(kept() && second.isWhole, 'of the same sources');
    const unopened = await findBuildCache(cache, 'one');
    assert.ok(unopened.isWhole, 'still, as long as nobody began to write');
    await findBuildCache(cache, 'two');
    assert.ok(!kept(), 'not of others');
    const third = await findBuildCache(cache, 'two');
    await third.close();
    await third.open();
    await write('astro/page.html', 'x');
    await findBuildCache(cache, 'two');
    assert.ok(!kept(), 'nor of a build that never ended');
  });
});

describe('comparing two sites', () => {
  test('names every file that is missing, added or different in one byte', async () => {
    for (const site of ['a', 'b']) {
      await write(`${site}/index.html`, 'same');
      await write(`${site}/deep/page.html`, site);
    }
    await write('a/gone.html', '');
    await write('b/new.html', '');
    assert.deepEqual(await findDifferences(below('a'), below('b')), [
      'deep/page.html is not the same',
      'gone.html is only in the first',
      'new.html is only in the second',
    ]);
    assert.deepEqual(await findDifferences(below('a'), below('a')), []);
  });
});

describe('a built site', () => {
  afterEach(() => delete process.env['PUBLIC_SENTRY_DSN']);

  test('is not the one of today once a source, its backend or its telemetry is another', async () => {
    await write('src/pages/index.astro', '<p>Hello</p>');
    const settings = { ...readSettings(), projectFolder: folder };
    const first = stampOf(settings);
    assert.equal(stampOf(settings), first);
    assert.notEqual(stampOf({ ...settings, apiUrl: 'http://localhost:9' }), first);
    process.env['PUBLIC_SENTRY_DSN'] = 'http://public@localhost:9/1';
    assert.notEqual(stampOf(settings), first);
    delete process.env['PUBLIC_SENTRY_DSN'];
    await write('src/pages/index.astro', '<p>Hello!</p>');
    assert.notEqual(stampOf(settings), first);
  });
});
