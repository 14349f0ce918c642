/** Runs all checks that need no browser, and names every one that fails instead of the first. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findImportFaults } from './check-imports.ts';
import { checkSchema } from './check-schema.ts';
import { findShapeFaults } from './check-shape.ts';
import { findUnwantedWords } from './check-words.ts';
import { say, step } from './progress.ts';
import { readSettings } from './settings.ts';

const execute = promisify(execFile);
const { projectFolder } = readSettings();

/** A check gives what is wrong; nothing means clean. */
type Check = () => Promise<string>;

function tool(name: string, ...args: string[]): Check {
  return async () => {
    try {
      const program = path.join(projectFolder, 'node_modules/.bin', name);
      const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
      await execute(program, args, { cwd: projectFolder, maxBuffer: 64_000_000, env });
      return '';
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      return `${stdout}${stderr}`.trim() || String(error);
    }
  };
}

const places = ['src', 'scripts', 'tests', 'supabase/functions', 'astro.config.mjs'];
const knip = ['--config', '.ci/knip.json', '--no-progress'];
const checks: Readonly<Record<string, Check>> = {
  Types: tool('astro', 'check', '--minimumSeverity', 'error', '--minimumFailingSeverity', 'error'),
  Lint: tool('oxlint', '-c', '.ci/oxlint.json', '--type-aware', '--deny-warnings', ...places),
  Format: tool('oxfmt', '-c', '.ci/oxfmt.json', '--check', ...places),
  'Dead code': tool('knip', ...knip),
  'Code for tests alone': tool('knip', ...knip, '--production', '--include', 'files,exports,types'),
  Duplicates: tool('jscpd', '--config', '.ci/jscpd.json', 'src', 'scripts', 'supabase'),
  Imports: async () =>
    (await findImportFaults(projectFolder))
      .map(({ file, imports, because }) => `${file} imports ${imports}: ${because}`)
      .join('\n'),
  Shape: async () =>
    (await findShapeFaults(projectFolder))
      .map(({ file, because }) => `${file}: ${because}`)
      .join('\n'),
  Words: async () =>
    (await findUnwantedWords(projectFolder))
      .map(({ place, word, text }) => `${place}: “${word}” in “${text}” (docs/words.md)`)
      .join('\n'),
  Schema: checkSchema,
};

const wanted = process.argv.slice(2);
/** @example nameOf('Dead code') // 'dead-code' */
const nameOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');
const names = Object.keys(checks).map(nameOf);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  say(`There is no check called ${unknown.join(', ')}. There are ${names.join(', ')}.`);
  process.exit(2);
}
let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  if (wanted.length > 0 && !wanted.includes(nameOf(name))) continue;
  const fault = await step(name, check);
  if (fault === '') continue;
  failed += 1;
  say(`${fault}\n✗ ${name} is not clean\n`);
}
say(failed === 0 ? 'All checks are clean.' : `${failed} checks are not clean.`);
process.exit(failed === 0 ? 0 : 1);
