import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { findDifferences } from '../../../scripts/compare-sites.ts';
import {
  beginDraft,
  keepSpare,
  linkSite,
  noteStep,
} from '../../../src/build/kept-renderer/spare-site.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
  mkdirSync(below('cache'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const below = (...parts: string[]) => path.join(folder, ...parts);
const nothing: ReadonlySet<string> = new Set();

/** A new file in each place: sites share their bytes, and none is written into. */
function write(site: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(below(site, name)), { recursive: true });
    rmSync(below(site, name), { force: true });
    writeFileSync(below(site, name), text);
  }
}

const named = (id: string) => ({ 'builds/latest.json': JSON.stringify({ id }) });

function makeLive(): void {
  write('live', { 'index.html': 'home 1', 'a.html': 'a 1', 'a/_payload.json': '1', ...named('1') });
  keepSpare(below('cache'), below('live'), below('live.old'));
}

/** What a build in parts does with the draft, and what is swapped in and kept after it. */
function publish(from: string, to: string, files: Readonly<Record<string, string | null>>): void {
  const touched = [...Object.keys(files), 'builds/latest.json'];
  beginDraft(below('cache'), below('live'), below('draft'), new Set(touched));
  for (const [name, text] of Object.entries(files))
    if (text !== null) write('draft', { [name]: text });
  write('draft', named(to));
  noteStep(below('cache'), { from, to, files: touched });
  renameSync(below('live'), below('live.old'));
  renameSync(below('draft'), below('live'));
  keepSpare(below('cache'), below('live'), below('live.old'));
}

describe('the spare site', () => {
  test('becomes the next draft, file by file what the live site is', async () => {
    makeLive();
    publish('1', '2', {
      'index.html': 'home 2',
      'b.html': 'b 2',
      'a.html': null,
      'a/_payload.json': null,
    });
    const step = { 'index.html': 'home 3' };
    publish('2', '3', step);
    assert.ok(!existsSync(below('live/a')), 'the folder of a page that is gone went with it');
    const folders = readFileSync(below('live/b.html'), 'utf8');
    assert.equal(folders, 'b 2');
    beginDraft(below('cache'), below('live'), below('draft'), nothing);
    assert.deepEqual(await findDifferences(below('live'), below('draft')), []);
    assert.ok(!existsSync(below('cache/spare-site')), 'it was renamed, not copied');
  });

  test('is left alone where the live site is not the one that it was kept for', async () => {
    makeLive();
    publish('1', '2', { 'index.html': 'home 2' });
    write('live', { 'index.html': 'home of another build', ...named('9') });
    beginDraft(below('cache'), below('live'), below('draft'), nothing);
    assert.deepEqual(await findDifferences(below('live'), below('draft')), []);
  });

  test('of a build that was killed half-way is not used again', async () => {
    makeLive();
    publish('1', '2', { 'index.html': 'home 2' });
    beginDraft(below('cache'), below('live'), below('draft'), nothing);
    write('draft', { 'index.html': 'half of it' });
    // The next holder of the lock clears the draft up.
    rmSync(below('draft'), { recursive: true });
    assert.equal(readFileSync(below('live/index.html'), 'utf8'), 'home 2');
    publish('2', '3', { 'b.html': 'b 3' });
    publish('3', '4', { 'b.html': 'b 4' });
    linkSite(below('live'), below('copy'));
    beginDraft(below('cache'), below('live'), below('draft'), nothing);
    assert.deepEqual(await findDifferences(below('copy'), below('draft')), []);
  });

  test('changes no file of the live site while it is brought up to date', () => {
    makeLive();
    publish('1', '2', { 'index.html': 'home 2' });
    beginDraft(below('cache'), below('live'), below('draft'), new Set(['index.html', 'a.html']));
    write('draft', { 'index.html': 'home 3' });
    assert.equal(readFileSync(below('live/index.html'), 'utf8'), 'home 2');
    assert.equal(readFileSync(below('live/a.html'), 'utf8'), 'a 1');
    assert.ok(!existsSync(below('draft/a.html')));
  });
});
