/** Invariant: a whole build and one in parts are told the same. */
import path from 'node:path';
import { languageOf } from '../languages/catalogue.ts';
import type { PictureQuality } from '../pictures/picture-files.ts';
import { readCaptcha } from './captcha-page.ts';
import type { FinishOptions } from './finish-site.ts';

const lesser: readonly PictureQuality[] = ['preview', 'draft'];

export function publishingOptions(
  env: Readonly<Record<string, string | undefined>>,
): FinishOptions {
  const data = path.resolve(env['KEYWRIGHT_DATA'] || '.local');
  return {
    links: {
      prefix: languageOf(env['KEYWRIGHT_LANGUAGE'] ?? '')?.prefix ?? '',
      origin: (env['SITE_URL'] ?? '').replace(/\/+$/, ''),
    },
    hosts: {
      backendUrl: env['PUBLIC_SUPABASE_URL'] ?? '',
      sentryDsn: env['PUBLIC_SENTRY_DSN'] ?? '',
      ingestUrl: env['PUBLIC_INGEST_URL'] ?? '',
    },
    pictures: {
      folder: env['KEYWRIGHT_PICTURES'] || path.join(data, 'pictures'),
      quality: lesser.find((name) => name === env['KEYWRIGHT_PICTURE_QUALITY']) ?? 'full',
    },
    captcha: readCaptcha(env),
    cacheFolder: env['KEYWRIGHT_CACHE'] || path.join(data, 'astro'),
  };
}
