/** Brings a built site to its visitors, where this machine does not serve it itself. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Settings } from './settings.ts';
import { prepareUpload } from './static-hosts/site-upload.ts';

export class UploadFailed extends Error {}

interface DeliveryOptions {
  readonly onOutput?: (text: string) => void;
  readonly signal?: AbortSignal;
}

async function runUpload(command: string, folder: string, options: DeliveryOptions): Promise<void> {
  const child = spawn(command, {
    shell: true,
    env: { ...process.env, SITE_FOLDER: path.resolve(folder) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.signal ? { signal: options.signal } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      options.onOutput?.(String(chunk));
    });
  }
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (code === 0) return;
  throw new UploadFailed(`The site could not be uploaded.\n${output.slice(-2000)}`);
}

export async function deliverSite(
  { delivery }: Settings,
  site: string,
  options: DeliveryOptions = {},
): Promise<void> {
  if (!delivery) return;
  const folder = delivery.host === null ? site : await prepareUpload(site, delivery.host);
  if (delivery.upload !== '') await runUpload(delivery.upload, folder, options);
}
