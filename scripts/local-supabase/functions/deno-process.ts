/**
 * Invariant: a process sees the functions, the domain code and the packages, and nothing else of the
 * machine; it ends with us, and with a `drain` once its work is done.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

export interface DenoProcessOptions {
  readonly functionsFolder: string;
  readonly projectFolder: string;
  readonly cacheFolder: string;
  /** 0 for any. */
  readonly port: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

export interface DenoProcess {
  readonly pid: number | undefined;
  readonly port: number;
  readonly secret: string;
  /** Settles when the process has ended, whoever ended it. */
  readonly ended: Promise<void>;
  drain(): void;
  kill(): void;
}

const readyMark = 'KEYWRIGHT_FUNCTIONS_READY ';
const mostMemoryMegabytes = 512;

/** The platform's package holds the program itself; `deno`'s own script would be one process more. */
export function findDeno(): string {
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('deno/package.json'));
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const libc = process.platform === 'linux' ? '-glibc' : '';
  const platform = `@deno/${process.platform}-${process.arch}${libc}`;
  const candidates = [
    path.join(folder, `deno${suffix}`),
    path.join(folder, '..', platform, `deno${suffix}`),
  ];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found) return found;
  throw new Error(`There is no Deno for this machine (${platform}).`);
}

export async function startDeno(options: DenoProcessOptions): Promise<DenoProcess> {
  const secret = randomBytes(24).toString('base64url');
  const child = spawn(findDeno(), denoArguments(options), {
    cwd: options.functionsFolder,
    env: environmentOf(options),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // A process that died closes its input; what we still wanted to say is then of no use.
  child.stdin.on('error', () => {});
  child.stdin.write(`${secret}\n`);
  try {
    const port = await waitUntilReady(child, options.log);
    return {
      pid: child.pid,
      port,
      secret,
      ended,
      drain: () => void child.stdin.write('drain\n'),
      kill: () => void child.kill('SIGKILL'),
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function denoArguments({ functionsFolder, projectFolder }: DenoProcessOptions): string[] {
  const runtime = path.join(import.meta.dirname, 'deno-runtime.ts');
  const readable = [
    functionsFolder,
    path.join(projectFolder, 'supabase/functions'),
    path.join(projectFolder, 'src'),
    path.join(projectFolder, 'node_modules'),
    path.join(projectFolder, 'package.json'),
    runtime,
  ];
  const config = [functionsFolder, path.join(projectFolder, 'supabase/functions')]
    .map((folder) => path.join(folder, 'deno.json'))
    .find((file) => existsSync(file));
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-lock',
    '--cached-only',
    '--node-modules-dir=manual',
    ...(config ? ['--config', config] : ['--no-config']),
    '--unstable-no-legacy-abort',
    `--v8-flags=--max-old-space-size=${mostMemoryMegabytes}`,
    '--allow-net',
    '--allow-env',
    `--allow-read=${readable.join(',')}`,
    runtime,
  ];
}

/** Nothing of our own environment: a function has what its project's settings give it. */
function environmentOf(options: DenoProcessOptions): NodeJS.ProcessEnv {
  return {
    ...options.environment,
    DENO_DIR: options.cacheFolder,
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    KEYWRIGHT_FUNCTIONS_FOLDER: pathToFileURL(`${options.functionsFolder}${path.sep}`).href,
    KEYWRIGHT_FUNCTIONS_PORT: String(options.port),
  };
}

function waitUntilReady(child: ChildProcess, log: (line: string) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const listen = (stream: NodeJS.ReadableStream | null): void => {
      if (!stream) return;
      createInterface({ input: stream }).on('line', (line) => {
        if (line.startsWith(readyMark)) resolve(Number(line.slice(readyMark.length)));
        else {
          if (said.length < 20) said.push(line);
          log(line);
        }
      });
    };
    listen(child.stdout);
    listen(child.stderr);
    child.once('error', reject);
    child.once('close', () =>
      reject(new Error(said.join('\n') || 'Deno ended before it was ready')),
    );
  });
}
