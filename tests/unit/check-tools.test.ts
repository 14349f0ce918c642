import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { withPlanted } from '../support/planted.ts';

const project = path.resolve(import.meta.dirname, '../..');
const config = (name: string) => path.join(project, '.ci', name);

/** What a tool says of a project that holds these files, and whether it lets it pass. */
function judge(files: Readonly<Record<string, string>>, name: string, ...args: string[]) {
  return withPlanted(files, async (folder) => {
    await symlink(path.join(project, 'node_modules'), path.join(folder, 'node_modules'));
    const program = path.join(project, 'node_modules/.bin', name);
    return new Promise<{ readonly passes: boolean; readonly said: string }>((resolve) => {
      execFile(program, args, { cwd: folder }, (error, stdout, stderr) => {
        resolve({ passes: error === null, said: stdout + stderr });
      });
    });
  });
}

const tidy = 'export const half = (whole: number): number => whole / 2;\n';

test('lint sees what it forbids', async () => {
  const lint = ['-c', config('oxlint.json'), '--deny-warnings', 'src'];
  const file = 'src/domain/half.ts';
  assert.ok((await judge({ [file]: tidy }, 'oxlint', ...lint)).passes);
  const found = await judge({ [file]: 'export const half: any = 1;\n' }, 'oxlint', ...lint);
  assert.equal(found.passes, false);
  assert.match(found.said, /no-explicit-any/);
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
    'scripts/start.ts': "import { half } from '../src/domain/half.ts';\nconsole.log(half(2));\n",
    'src/domain/half.ts': tidy,
  };
  const search = ['--config', config('knip.json'), '--no-progress'];
  const left = { ...files, 'src/domain/left.ts': 'export const left = 1;\n' };
  const found = await judge(left, 'knip', ...search);
  assert.equal(found.passes, false);
  assert.match(found.said, /src\/domain\/left\.ts/);
  assert.doesNotMatch((await judge(files, 'knip', ...search)).said, /src\/domain\/half\.ts/);
});
