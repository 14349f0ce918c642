import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { withPlanted } from '../../support/data/planted.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const config = (name: string) => path.join(project, '.ci', name);

/** What a tool says of a project that holds these files, and whether it lets it pass. */
function judge(files: Readonly<Record<string, string>>, name: string, ...args: string[]) {
  return withPlanted(files, async (folder) => {
    await symlink(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
    const program = path.join(project, 'node_modules/.bin', name);
    return new Promise<{ readonly passes: boolean; readonly said: string }>((resolve) => {
      // The tools name `node` in their first line: it must be the pinned one.
      const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`;
      const env = { ...process.env, PATH, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
      execFile(program, args, { cwd: folder, env }, (error, stdout, stderr) => {
        resolve({ passes: error === null, said: stripVTControlCharacters(stdout + stderr) });
      });
    });
  });
}

const tidy = 'export const half = (whole: number): number => whole / 2;\n';

test('types are checked as strictly in pages as in modules', async () => {
  const tsconfig = JSON.stringify({
    extends: path.join(project, 'tsconfig.json'),
    include: ['src'],
  });
  const check = ['check', '--minimumSeverity', 'error', '--minimumFailingSeverity', 'error'];
  const sound = { 'tsconfig.json': tsconfig, 'package.json': '{"type":"module"}' };
  const page = (expression: string) =>
    `---\nimport { half } from '../half.ts';\n---\n\n<p>{${expression}}</p>\n`;
  const files = { ...sound, 'src/half.ts': tidy, 'src/pages/sound.astro': page('half(2)') };
  const found = await judge(
    {
      ...files,
      'src/pages/index.astro': page(`half('2')`),
      'src/first.ts': 'export const first = (all: readonly number[]): number => all[0];\n',
      'src/kind.ts': 'export enum Kind {\n  Board,\n}\n',
    },
    'astro',
    ...check,
  );
  assert.equal(found.passes, false);
  for (const [file, code] of [
    ['src/pages/index.astro', 2345],
    ['src/first.ts', 2322],
    ['src/kind.ts', 1294],
  ]) {
    assert.match(found.said, new RegExp(`${file}:.*ts\\(${code}\\)`), found.said);
  }
  assert.doesNotMatch(found.said, /sound\.astro:|half\.ts:/);
});

/** What each rule that `.ci/oxlint.json` names exists for, done on purpose. */
const lintPlants: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'eslint/eqeqeq': { 'a.ts': 'export const same = (a: number, b: number) => a == b;' },
  'eslint/no-var': { 'a.ts': 'export var one = 1;' },
  'eslint/prefer-const': { 'a.ts': 'export function one() { let a = 1; return a; }' },
  'import/no-cycle': {
    'a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
    'b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
  },
  'import/no-default-export': { 'a.ts': 'const one = 1;\nexport default one;' },
  'react/no-danger': {
    'a.tsx': "export const A = () => <p dangerouslySetInnerHTML={{ __html: 'x' }} />;",
  },
  'react/exhaustive-deps': {
    'a.tsx': `import { useMemo } from 'react';
export function A({ n }: { n: number }) { return useMemo(() => n * 2, []); }`,
  },
  'react/rules-of-hooks': {
    'a.tsx': `import { useId } from 'react';
export function A({ on }: { on: boolean }) { if (on) useId(); return null; }`,
  },
  'typescript/no-explicit-any': { 'a.ts': 'export const one: any = 1;' },
  'typescript/no-non-null-assertion': {
    'a.ts': 'export const length = (text?: string) => text!.length;',
  },
  'typescript/no-floating-promises': {
    'a.ts': 'export function wait() { Promise.resolve(1); }',
  },
  'typescript/no-misused-promises': {
    'a.ts': 'export const wait = () => [1].forEach(async () => { await Promise.resolve(); });',
  },
  'typescript/switch-exhaustiveness-check': {
    'a.ts': `export function one(kind: 'x' | 'y') {
  switch (kind) { case 'x': return 1; }
  return 2;
}`,
  },
  'typescript/consistent-type-imports': {
    'a.ts': "import { Part } from './b.ts';\nexport const same = (part: Part) => part;",
    'b.ts': 'export interface Part { readonly id: string }',
  },
  'unicorn/no-array-sort': {
    'a.ts': 'export const sorted = (all: number[]) => all.sort((a, b) => a - b);',
  },
  'unicorn/no-empty-file': { 'a.ts': '' },
};

test('lint sees each thing that it forbids', async () => {
  const lint = ['-c', config('oxlint.json'), '--type-aware', '--deny-warnings', 'src'];
  assert.ok((await judge({ 'src/shared/half.ts': tidy }, 'oxlint', ...lint)).passes);
  const { rules }: { rules: Record<string, unknown> } = JSON.parse(
    await readFile(config('oxlint.json'), 'utf8'),
  );
  const named = Object.keys(rules).filter((rule) => rules[rule] !== 'off');
  assert.deepEqual(Object.keys(lintPlants).toSorted(), named.toSorted());
  const files: Record<string, string> = {
    'tsconfig.json': JSON.stringify({
      extends: path.join(project, 'tsconfig.json'),
      include: ['src'],
    }),
  };
  const folderOf = (rule: string) => `src/shared/${rule.replace(/\W/g, '-')}`;
  for (const [rule, plants] of Object.entries(lintPlants)) {
    for (const [name, text] of Object.entries(plants)) files[`${folderOf(rule)}/${name}`] = text;
  }
  const found = await judge(files, 'oxlint', ...lint, '--format', 'unix');
  assert.equal(found.passes, false);
  const unseen = named.filter((rule) => {
    const name = rule.split('/')[1] ?? '';
    return !found.said
      .split('\n')
      .some((line) => line.includes(`${folderOf(rule)}/`) && line.includes(`(${name})`));
  });
  assert.deepEqual(unseen, [], found.said);
});

test('format sees an untidy file', async () => {
  const format = ['-c', config('oxfmt.json'), '--check', 'src'];
  assert.ok((await judge({ 'src/half.ts': tidy }, 'oxfmt', ...format)).passes);
  const found = await judge({ 'src/half.ts': 'export  const a={b:"c"}\n' }, 'oxfmt', ...format);
  assert.equal(found.passes, false);
});

test('duplicates are seen', async () => {
  const long = Array.from(
    { length: 40 },
    (_, at) => `export const f${at} = (n: number) => n * ${at} + n;`,
  );
  const text = `${long.join('\n')}\n`;
  const search = ['--config', config('jscpd.json'), 'src'];
  assert.ok((await judge({ 'src/one.ts': text, 'src/two.ts': tidy }, 'jscpd', ...search)).passes);
  const found = await judge({ 'src/one.ts': text, 'src/two.ts': text }, 'jscpd', ...search);
  assert.equal(found.passes, false);
});

test('a file that nobody uses is seen', async () => {
  const files = {
    'package.json':
      '{"name":"planted","type":"module","scripts":{"start":"node scripts/start.ts"}}',
    'scripts/start.ts': "import { half } from '../src/shared/half.ts';\nconsole.log(half(2));\n",
    'src/shared/half.ts': tidy,
  };
  const search = ['--config', config('knip.json'), '--no-progress'];
  const left = { ...files, 'src/shared/left.ts': 'export const left = 1;\n' };
  const found = await judge(left, 'knip', ...search);
  assert.equal(found.passes, false);
  assert.match(found.said, /src\/shared\/left\.ts/);
  assert.doesNotMatch((await judge(files, 'knip', ...search)).said, /src\/shared\/half\.ts/);
});

test('code that tests alone use is seen', async () => {
  const files = {
    'package.json': '{"name":"planted","type":"module"}',
    'scripts/start.ts': "import { half } from '../src/shared/half.ts';\nconsole.log(half(2));\n",
    'src/shared/half.ts': tidy,
  };
  const planted = {
    ...files,
    'src/shared/half.ts': `${tidy}export const third = (whole: number): number => whole / 3;\n`,
    'src/shared/left.ts': 'export const left = 1;\n',
    'tests/unit/half.test.ts':
      "import { left } from '../../src/shared/left.ts';\nimport { third } from '../../src/shared/half.ts';\nthird(left);\n",
  };
  const all = ['--config', config('knip.json'), '--no-progress'];
  const search = [...all, '--production', '--include', 'files,exports,types'];
  assert.ok((await judge(planted, 'knip', ...all)).passes);
  const found = await judge(planted, 'knip', ...search);
  assert.equal(found.passes, false);
  assert.match(found.said, /src\/shared\/left\.ts/);
  assert.match(found.said, /third/);
  assert.doesNotMatch(found.said, /\bhalf\b  /);
  assert.ok((await judge(files, 'knip', ...search)).passes);
});
