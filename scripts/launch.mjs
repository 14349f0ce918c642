/** Installs what the lockfile names, then hands over to the pinned Node. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, statfsSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const oldestNode = 20;
const neededBytes = 1_500_000_000;

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

function assertNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= oldestNode) return;
  stop(`Keywright needs Node ${oldestNode} or later to start, and this is ${process.version}.`);
}

function changedAt(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}

// npm writes this file last, so an install that was killed half-way counts as missing.
function isInstalled() {
  const installed = path.join(projectFolder, 'node_modules/.package-lock.json');
  const wanted = path.join(projectFolder, 'package-lock.json');
  return changedAt(installed) >= changedAt(wanted) && existsSync(pinnedNode());
}

function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(projectFolder, 'node_modules/node/bin', name);
}

function assertSpace() {
  const { bavail, bsize } = statfsSync(projectFolder);
  if (bavail * bsize >= neededBytes) return;
  const freeMb = Math.round((bavail * bsize) / 1_000_000);
  stop(`The disk is full: installing needs about 1,500 MB and ${freeMb} MB are free.`);
}

function install() {
  assertSpace();
  const startedAt = Date.now();
  process.stdout.write('Installing packages from the lockfile …\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Not `npm ci`: it refuses a lockfile without the entries of other platforms' binaries, which npm
  // leaves out where a registry doesn't offer them. The versions come from the lockfile all the same.
  // Nothing is written back to it: the next version could not be checked out over it.
  const flags = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--include=dev',
  ];
  // The error reporter's uploader would fetch a program of its own; nothing here uses it.
  const env = { ...process.env, SENTRYCLI_SKIP_DOWNLOAD: '1' };
  const result = spawnSync(npm, flags, {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
    stop('npm could not install the packages; its message is above.');
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`Installed packages (${seconds} s)\n`);
}

function handOver(command, args) {
  const script = path.join(projectFolder, 'scripts', `${command}.ts`);
  const driver = path.join(projectFolder, 'scripts/local-supabase/sound-driver.ts');
  const flags = ['--no-warnings', '--import', pathToFileURL(driver).href];
  const child = spawn(pinnedNode(), [...flags, script, ...args], {
    cwd: projectFolder,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${path.dirname(pinnedNode())}${path.delimiter}${process.env.PATH}`,
      KEYWRIGHT_STARTED_BY: String(process.ppid),
      // Every process that a command starts compiles the same files: once is enough.
      NODE_COMPILE_CACHE: path.join(projectFolder, 'node_modules/.cache/compiled'),
    },
  });
  // Ctrl-C reaches the child by itself; a signal sent to us alone has to be passed on.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0));
  });
}

const [command, ...args] = process.argv.slice(2);
const known = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')).scripts;
if (!command || !Object.hasOwn(known, command)) stop(`There is no command "${command ?? ''}".`);
assertNode();
if (!isInstalled()) install();
handOver(command.replaceAll(':', '-'), args);
