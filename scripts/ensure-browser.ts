import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

const run = promisify(execFile);
/**
 * The shell is Chromium without its window's own pages, which cost half of a test's time on two cores;
 * a whole Chromium that is there already serves as well.
 */
const debianBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

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

export function findBrowser(): string | null {
  return [...debianBrowsers, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}

export async function ensureBrowser(): Promise<string> {
  const found = findBrowser();
  if (found) return found;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  await (isDebianRoot ? installDebianPackage() : installPlaywrightBrowser());
  const installed = findBrowser();
  if (!installed) throw new Error('Chromium was installed but is not where it should be.');
  return installed;
}

async function installDebianPackage(): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  const install = async (browser: string): Promise<unknown> =>
    run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-liberation'],
      { env, maxBuffer: 64_000_000 },
    );
  // Not every release of Debian has the shell.
  await install('chromium-headless-shell').catch(async () => install('chromium'));
}

async function installPlaywrightBrowser(): Promise<void> {
  const cli = new URL(import.meta.resolve('playwright/cli.js')).pathname;
  await run(process.execPath, [cli, 'install', 'chromium'], { maxBuffer: 64_000_000 });
}
