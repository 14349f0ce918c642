/**
 * Invariant: the work is bounded: pixels read, pixels written, pictures at once, pictures waiting.
 */
import type { FileHandle } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import sharp, { type FitEnum } from 'sharp';
import type { Caller } from '../context.ts';
import { mostPixels } from './content-check.ts';
import { isUnchanged, objectHeaders, openObject, type Served } from './downloads.ts';
import type { ObjectAddress } from './object-keys.ts';
import { invalidRequest, notAnImage, tooBusy } from './storage-errors.ts';
import type { StorageService, StoredObject } from './storage-service.ts';

export interface Transform {
  readonly width?: number;
  readonly height?: number;
  readonly resize: 'cover' | 'contain' | 'fill';
  readonly format?: 'origin' | 'avif' | 'webp';
  readonly quality: number;
}

const longestSide = 2500;
const largestSourceBytes = 25 * 1024 * 1024;
const atOnce = 2;
const mostWaiting = 64;

/** What a client may be given instead of the picture's own format. */
type OtherFormat = 'avif' | 'webp';

const isOneOf = <Word extends string>(words: readonly Word[], text: unknown): text is Word =>
  words.some((word) => word === text);

export function parseTransform(read: (name: string) => unknown): Transform {
  const number = (name: string, least: number, most: number): number | undefined => {
    const value = read(name) ?? undefined;
    if (value === undefined || value === '') return undefined;
    const parsed = Number(value);
    if (Number.isInteger(parsed) && parsed >= least && parsed <= most) return parsed;
    throw invalidRequest(`${name} must be an integer from ${least} to ${most}`);
  };
  const word = <Word extends string>(name: string, words: readonly Word[]): Word | undefined => {
    const value = read(name) ?? undefined;
    if (value === undefined || value === '') return undefined;
    if (isOneOf(words, value)) return value;
    throw invalidRequest(`${name} must be equal to one of the allowed values`);
  };
  const width = number('width', 1, longestSide);
  const height = number('height', 1, longestSide);
  const format = word('format', ['origin', 'avif', 'webp']);
  return {
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(format === undefined ? {} : { format }),
    resize: word('resize', ['cover', 'contain', 'fill']) ?? 'cover',
    quality: number('quality', 20, 100) ?? 80,
  };
}

const fits: Readonly<Record<Transform['resize'], keyof FitEnum>> = {
  cover: 'cover',
  contain: 'inside',
  fill: 'fill',
};

interface Rendered {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly eTag: string;
}

export function createImageRenderer() {
  sharp.concurrency(1);
  const queue = createQueue(atOnce, mostWaiting);
  const memory = createMemory(64 * 1024 * 1024);
  return {
    async serve(
      service: StorageService,
      caller: Caller,
      address: ObjectAddress,
      transform: Transform,
      served: Served,
    ): Promise<Response> {
      const { found, file } = await openObject(service, caller, address);
      const format = negotiate(found.metadata.mimetype, transform, served.request);
      const key = JSON.stringify([found.version, transform, format]);
      let rendered = memory.get(key);
      try {
        rendered ??= await queue(() => render(file, found, transform, format));
      } finally {
        await file.close();
      }
      memory.set(key, rendered);
      return answer(rendered, found, transform, served);
    },
  };
}

export type ImageRenderer = ReturnType<typeof createImageRenderer>;

/** A modern format when the client takes it, else the picture's own. */
function negotiate(mimeType: string, { format }: Transform, request: Request): OtherFormat | null {
  if (format === 'origin') return null;
  if (format !== undefined) return format;
  const accept = request.headers.get('accept') ?? '';
  return accept.includes('image/webp') && mimeType !== 'image/svg+xml' ? 'webp' : null;
}

async function render(
  file: FileHandle,
  { metadata }: StoredObject,
  { width, height, resize, quality }: Transform,
  format: OtherFormat | null,
): Promise<Rendered> {
  const isRaster = metadata.mimetype.startsWith('image/') && !metadata.mimetype.includes('svg');
  if (!isRaster || metadata.size > largestSourceBytes) throw notAnImage();
  const source = await file.readFile();
  try {
    const image = sharp(source, { limitInputPixels: mostPixels, failOn: 'error' });
    const own = (await image.metadata()).format;
    const { data, info } = await image
      .rotate()
      .resize({
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
        fit: fits[resize],
        withoutEnlargement: resize !== 'fill',
      })
      .toFormat(format ?? (own === 'heif' ? 'avif' : own), { quality })
      .timeout({ seconds: 20 })
      .toBuffer({ resolveWithObject: true });
    const contentType = `image/${info.format === 'heif' ? 'avif' : info.format}`;
    const eTag = `"${createHash('md5').update(data).digest('hex')}"`;
    return { body: new Uint8Array(data), contentType, eTag };
  } catch {
    throw notAnImage();
  }
}

function answer(
  { body, contentType, eTag }: Rendered,
  { metadata }: StoredObject,
  transform: Transform,
  served: Served,
): Response {
  const headers = objectHeaders({ ...metadata, mimetype: contentType, eTag }, served);
  headers.delete('accept-ranges');
  headers.set('vary', 'accept');
  headers.set(
    'x-transformations',
    Object.entries(transform)
      .map(([name, value]) => `${name}:${value}`)
      .join(','),
  );
  if (isUnchanged(served.request, eTag, metadata.lastModified)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set('content-length', String(body.byteLength));
  return new Response(served.request.method === 'HEAD' ? null : body, { headers });
}

/** Runs at most `atOnce` tasks; refuses when too many wait, so a flood can't fill the memory. */
function createQueue(parallel: number, longest: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= parallel) {
      if (waiting.length >= longest) throw tooBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The pictures asked for last, up to a number of bytes. */
function createMemory(mostBytes: number) {
  const kept = new Map<string, Rendered>();
  let bytes = 0;
  const forget = (key: string): void => {
    bytes -= kept.get(key)?.body.byteLength ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string): Rendered | undefined => kept.get(key),
    set(key: string, rendered: Rendered): void {
      forget(key);
      kept.set(key, rendered);
      bytes += rendered.body.byteLength;
      for (const oldest of kept.keys()) {
        if (bytes <= mostBytes) break;
        forget(oldest);
      }
    },
  };
}
