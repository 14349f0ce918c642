import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

const run = promisify(execFile);
/** Chromium without its window's own pages, which cost half of a test's time on two cores. */
const shell = '/usr/bin/chromium-headless-shell';
const whole = '/usr/bin/chromium';

/** Arguments without which Chromium in a closed network wastes its time on lookups. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const firstOf = (...files: readonly string[]): string | null =>
  files.find((file) => existsSync(file)) ?? null;

export const findBrowser = (): string | null => firstOf(shell, whole, chromium.executablePath());

/** A browser that keeps whole pages for the way back: since its release 156 the shell keeps none. */
export const findWholeBrowser = (): string | null => firstOf(whole, chromium.executablePath());

/** Debian's, or where other systems keep theirs. */
export const findFirefox = (): string | null =>
  firstOf(
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  );

const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
const aptGet = async (...words: readonly string[]): Promise<unknown> =>
  run('apt-get', [...words], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64_000_000,
  });
const install = async (...packages: readonly string[]): Promise<unknown> =>
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages);

export async function ensureBrowser(): Promise<string> {
  // A machine may have the whole browser already, and run every test at half its speed.
  if (isDebianRoot && !existsSync(shell)) await installDebianPackages();
  else if (!findWholeBrowser()) await installPlaywrightBrowser();
  const installed = findWholeBrowser() && findBrowser();
  if (!installed) throw new Error('Chromium was installed but is not where it should be.');
  return installed;
}

export async function ensureFirefox(): Promise<string> {
  if (isDebianRoot && !findFirefox()) {
    await aptGet('update', '-qq');
    await install('firefox-esr');
  }
  const installed = findFirefox();
  if (!installed)
    throw new Error('Firefox is not installed, and this system gives no way to do it.');
  return installed;
}

async function installDebianPackages(): Promise<void> {
  const isUpdated = aptGet('update', '-qq');
  if (!existsSync(whole)) {
    await isUpdated;
    await install('chromium', 'fonts-liberation');
  }
  // Not every release of Debian has the shell, and not every machine can reach it.
  await isUpdated.then(() => install('chromium-headless-shell')).catch(() => undefined);
}

async function installPlaywrightBrowser(): Promise<void> {
  const cli = new URL(import.meta.resolve('playwright/cli.js')).pathname;
  await run(process.execPath, [cli, 'install', 'chromium'], { maxBuffer: 64_000_000 });
}
