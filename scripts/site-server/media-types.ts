/** Invariant: an unknown ending is a download. */

export const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

const compressible = /^(?:text\/|application\/(?:json|manifest\+json|xml|wasm)|image\/svg)/;

/** @example mediaTypeOf('about.html') // 'text/html; charset=utf-8' */
export function mediaTypeOf(file: string): string {
  const ending = /\.[a-z0-9]+$/.exec(file)?.[0] ?? '';
  return mediaTypes[ending] ?? 'application/octet-stream';
}

export function isCompressible(mediaType: string): boolean {
  return compressible.test(mediaType);
}
