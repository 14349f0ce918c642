/** Workflows run elsewhere: what they name must be here. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { parse } from 'yaml';
import packageFacts from '../../../package.json' with { type: 'json' };
import { projectFolder } from '../../support/cluster.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly 'timeout-minutes'?: number;
  readonly permissions?: unknown;
  readonly environment?: string;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly file: string;
  readonly text: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress': boolean };
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = path.join(projectFolder, '.github/workflows');
const read = (file: string) => readFile(path.join(projectFolder, file), 'utf8');
let workflows: readonly Workflow[];
let settings: ReadonlySet<string>;
let documents: string;

before(async () => {
  const files = (await Array.fromAsync(glob('*.yml', { cwd: folder }))).toSorted();
  workflows = await Promise.all(
    files.map(async (file) => {
      const text = await read(`.github/workflows/${file}`);
      return {
        ...(parse(text, { uniqueKeys: true }) as Omit<Workflow, 'file' | 'text'>),
        file,
        text,
      };
    }),
  );
  settings = new Set((await read('.env.example')).match(/^[A-Z][A-Z0-9_]*(?==)/gm));
  documents = (
    await Promise.all(
      (await Array.fromAsync(glob('docs/*.md', { cwd: projectFolder }))).map((file) => read(file)),
    )
  ).join('\n');
});

const jobsOf = () =>
  workflows.flatMap(({ file, jobs }) =>
    Object.entries(jobs).map(([name, job]) => ({ at: `${file} ${name}`, job })),
  );
const stepsOf = () => jobsOf().flatMap(({ at, job }) => job.steps.map((step) => ({ at, step })));

describe('the workflows', () => {
  test('are those that the documents name', () => {
    const names = workflows.map(({ file }) => file);
    assert.deepEqual(names, ['ci.yml', 'nightly.yml', 'publish.yml']);
    for (const name of [...names, 'dependabot.yml']) assert.ok(documents.includes(name), name);
  });

  test('name each action by the hash of its commit, with the version beside it', () => {
    for (const { text, file } of workflows) {
      const used = [...text.matchAll(/\buses: (\S+)(.*)$/gm)];
      assert.ok(used.length >= 2, file);
      for (const [, action = '', comment = ''] of used) {
        assert.match(action, /^actions\/[\w-]+@[0-9a-f]{40}$/, file);
        assert.match(comment, /^ # v\d+\.\d+\.\d+$/, `${file}: ${action}`);
      }
    }
    // One version of each everywhere.
    const all = new Set(stepsOf().flatMap(({ step }) => step.uses ?? []));
    assert.equal(new Set([...all].map((each) => each.split('@')[0])).size, all.size);
  });

  test('may read the code and nothing more, end by themselves and never run twice at once', () => {
    for (const { file, permissions, concurrency } of workflows) {
      assert.deepEqual(permissions, { contents: 'read' }, file);
      assert.ok(concurrency?.group, file);
      // What was begun on the live shop is finished.
      assert.equal(concurrency['cancel-in-progress'], file === 'ci.yml', file);
    }
    for (const { at, job } of jobsOf()) {
      assert.equal(job.permissions, undefined, at);
      assert.ok((job['timeout-minutes'] ?? 0) > 0, at);
    }
    for (const { at, step } of stepsOf()) {
      if (!step.uses?.startsWith('actions/checkout@')) continue;
      assert.equal(step.with?.['persist-credentials'], false, at);
    }
  });

  test('run commands that are there', () => {
    const scripts = new Set(Object.keys(packageFacts.scripts));
    const named = stepsOf().flatMap(({ at, step }) =>
      Array.from((step.run ?? '').matchAll(/\bnpm (?:run )?([\w:]+)/g), ([, name = '']) => ({
        at,
        name,
      })),
    );
    assert.ok(named.length >= 4);
    for (const { at, name } of named) assert.ok(scripts.has(name), `${at}: npm run ${name}`);
  });

  test('name settings, variables and secrets that somebody can look up', () => {
    // What GitHub and the hosts’ own programs name.
    const foreign = /^(?:CLOUDFLARE|NETLIFY|VERCEL)_[A-Z_]+$/;
    const isKnown = (name: string) =>
      settings.has(name) || (foreign.test(name) && documents.includes(`\`${name}\``));
    const own = new Set(['REQUESTED']);
    for (const { at, job } of jobsOf()) {
      const given = [job.env, ...job.steps.map(({ env }) => env)].flatMap((env) =>
        Object.keys(env ?? {}),
      );
      for (const name of given) assert.ok(own.has(name) || isKnown(name), `${at}: ${name}`);
    }
    for (const { text, file } of workflows) {
      const named = [...text.matchAll(/\b(secrets|vars)\.([A-Z0-9_]+)/g)];
      for (const [, , name = ''] of named) assert.ok(isKnown(name), `${file}: ${name}`);
    }
  });

  test('give a secret to the one step that needs it, as what it is, and print none', () => {
    for (const { at, job } of jobsOf()) {
      assert.ok(!JSON.stringify(job.env ?? {}).includes('secrets.'), at);
      for (const { env, run = '' } of job.steps) {
        // An expression within a script would be run by the shell.
        assert.doesNotMatch(run, /\$\{\{/, at);
        for (const [name, value] of Object.entries(env ?? {})) {
          const [, secret] = /^\$\{\{ secrets\.(\w+) \}\}$/.exec(String(value)) ?? [];
          if (String(value).includes('secrets.')) assert.equal(secret, name, at);
        }
      }
      const hasSecret = JSON.stringify(job).includes('secrets.');
      assert.equal(
        hasSecret,
        job.environment !== undefined,
        `${at}: secrets live in an environment`,
      );
    }
  });

  test('publishing starts by hand of the function, builds what is asked for and says where its log is', async () => {
    const publish = workflows.find(({ file }) => file === 'publish.yml');
    const builder = await read('supabase/functions/publish/builder.ts');
    assert.match(builder, /'publish\.yml'/);
    assert.match(publish?.text ?? '', /^ {2}workflow_dispatch:$/m);
    const job = publish?.jobs['publish'];
    assert.match(String(job?.env?.['KEYWRIGHT_BUILD_LOG_URL']), /actions\/runs/);
    assert.match(JSON.stringify(job?.steps), /npm run build -- \$REQUESTED/);
    const kept = JSON.stringify(job?.steps.find(({ uses }) => uses?.startsWith('actions/cache@')));
    for (const place of [
      '.local/astro*',
      '.local/pictures',
      '.local/site-*',
      'dist',
      'dist.former',
    ])
      assert.ok(kept.includes(place), place);
  });

  test('dependencies are looked after, those of the workflows too', async () => {
    const { updates } = parse(await read('.github/dependabot.yml')) as {
      readonly updates: readonly { readonly 'package-ecosystem': string }[];
    };
    assert.deepEqual(
      updates.map((each) => each['package-ecosystem']),
      ['npm', 'github-actions'],
    );
  });
});
