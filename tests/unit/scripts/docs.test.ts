import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const project = path.resolve(import.meta.dirname, '../../..');
const pages = await Array.fromAsync(
  glob(['README.md', '.github/*.md', 'docs/**/*.md', 'scripts/**/*.md'], { cwd: project }),
);
const read = (page: string) => readFile(path.join(project, page), 'utf8');

/** A path from the root, without a placeholder or a pattern. */
const pathInProse =
  /(?<![\w./#-])((?:src|supabase|tests|scripts|docs)\/[\w./[\]-]*[\w\]])(?![\w/*<{$[(-])/g;

/** The name or the end of the path of some module; one that begins with a dot is an example. */
const moduleInProse =
  /(?<![\w./#*-])([\w-]+(?:[./][\w-]+)*\.(?:ts|tsx|astro|mjs))(?![\w/*<{$[(-])/g;

/** Paths of the repository in backticks; a pattern or a placeholder names none. */
const named = (text: string) =>
  [...text.matchAll(/`((?:src|supabase|tests|scripts|docs)\/[\w./[\]-]+)`/g)].map(
    ([, file = '']) => file,
  );

for (const page of pages) {
  // A decision tells of its day, when files had other places.
  if (page.startsWith(path.join('docs', 'decisions'))) continue;
  test(`${page}: every file it names is there`, async () => {
    const text = await read(page);
    assert.deepEqual(
      named(text).filter((file) => !existsSync(path.join(project, file))),
      [],
    );
  });
}

for (const page of pages) {
  test(`${page}: every page it links to is there`, async () => {
    const links = [...(await read(page)).matchAll(/\]\((?!https?:|#)([^)#]+)/g)];
    const targets = links.map(([, link = '']) => path.join(project, path.dirname(page), link));
    assert.deepEqual(
      targets.filter((target) => !existsSync(target)),
      [],
    );
  });
}

test('README is read in a few minutes: 150 lines, no paragraph over 60 words', async () => {
  const lines = (await read('README.md')).split('\n');
  assert.ok(lines.length <= 150);
  assert.deepEqual(
    lines.filter((line) => line.split(/\s+/).length > 60),
    [],
  );
});

test('every decision has a date and a status', async () => {
  for (const page of pages.filter((name) => name.includes('decisions'))) {
    assert.match(
      await read(page),
      /^# \d+\. .+\n\n\*\d{4}-\d\d-\d\d · (?:accepted|superseded)/,
      page,
    );
  }
});

/** What of a source is written for people: comments, and in SQL the texts that explain objects. */
const proseOf = (file: string, text: string) =>
  file.endsWith('.sql')
    ? text
    : [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/ .*|<!--[\s\S]*?-->/g)].join('\n');

test('every file and folder of the project that a comment names is there', async () => {
  const sources = await Array.fromAsync(
    glob('{src,scripts,tests,supabase/{schemas,functions}}/**/*.{ts,tsx,astro,mjs,css,sql}', {
      cwd: project,
    }),
  );
  assert.ok(sources.length > 1000);
  const isModule = (name: string) => sources.some((file) => `/${file}`.endsWith(`/${name}`));
  const missing = await Promise.all(
    sources.map(async (file) => {
      const prose = proseOf(file, await read(file));
      const paths = [...prose.matchAll(pathInProse)].map(([, name = '']) => name);
      const modules = [...prose.matchAll(moduleInProse)].map(([, name = '']) => name);
      return [
        ...paths.filter((name) => !existsSync(path.join(project, name))),
        ...modules.filter((name) => !isModule(name) && !existsSync(path.join(project, name))),
      ].map((name) => `${file} names ${name}`);
    }),
  );
  assert.deepEqual(missing.flat(), []);
});

test('the internals of Astro and Vite were looked at with the versions that are installed', async () => {
  const text = await read('docs/publishing.md');
  for (const name of ['astro', 'vite', 'rolldown']) {
    const facts: unknown = JSON.parse(await read(`node_modules/${name}/package.json`));
    const { version } = facts as { readonly version: string };
    assert.ok(text.includes(`${name} ${version}`), `${name} is ${version} by now`);
  }
});
