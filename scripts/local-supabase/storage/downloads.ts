/** Invariant: nothing that was uploaded can run as a page of this origin. */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Caller } from '../context.ts';
import { corsHeaders } from '../http-answers.ts';
import type { ObjectAddress } from './object-keys.ts';
import { invalidRange, noSuchKey } from './storage-errors.ts';
import { findObject, type StorageService, type StoredObject } from './storage-service.ts';

export interface Served {
  readonly request: Request;
  /** When a signed link ends, in seconds since 1970. */
  readonly expires?: number;
}

/** A row may be replaced between reading it and opening its file: then the new row is read. */
export async function openObject(
  service: StorageService,
  caller: Caller,
  address: ObjectAddress,
): Promise<{ readonly found: StoredObject; readonly file: FileHandle }> {
  for (const _ of ['first', 'replaced meanwhile']) {
    const found = await findObject(service, caller, address);
    const file = await service.files.open(found.version);
    if (file) return { found, file };
  }
  throw noSuchKey();
}

export async function serveObject(
  service: StorageService,
  caller: Caller,
  address: ObjectAddress,
  served: Served,
): Promise<Response> {
  const { found, file } = await openObject(service, caller, address);
  try {
    const { size } = await file.stat();
    const response = answerWithFile(found, file, size, served);
    if (response.body === null) await file.close();
    return response;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function answerWithFile(
  { metadata }: StoredObject,
  file: FileHandle,
  size: number,
  served: Served,
): Response {
  const { request } = served;
  const headers = objectHeaders(metadata, served);
  if (metadata.contentEncoding) headers.set('content-encoding', metadata.contentEncoding);
  if (isUnchanged(request, metadata.eTag, metadata.lastModified)) {
    return new Response(null, { status: 304, headers });
  }
  const part = readRange(request, size, metadata);
  const { start, end } = part ?? { start: 0, end: size - 1 };
  headers.set('content-length', String(end - start + 1));
  if (part) headers.set('content-range', `bytes ${start}-${end}/${size}`);
  const status = part ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
  const stream = Readable.toWeb(file.createReadStream({ start, end }));
  return new Response(stream as ReadableStream<Uint8Array>, { status, headers });
}

export function objectHeaders(
  metadata: { mimetype: string; eTag: string; lastModified: string; cacheControl: string },
  { request, expires }: Served,
): Headers {
  const headers = new Headers({
    ...corsHeaders,
    'accept-ranges': 'bytes',
    'cache-control': metadata.cacheControl,
    'content-type': inertType(metadata.mimetype),
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (expires !== undefined) {
    headers.delete('cache-control');
    headers.set('expires', new Date(expires * 1000).toUTCString());
  }
  const name = new URL(request.url).searchParams.get('download');
  if (name !== null) headers.set('content-disposition', attachment(name));
  return headers;
}

function inertType(mimeType: string): string {
  return /text\/html|application\/xhtml/i.test(mimeType) ? 'text/plain' : mimeType;
}

function attachment(name: string): string {
  if (name === '') return 'attachment;';
  const encoded = encodeURIComponent(name.toWellFormed().slice(0, 255)).replaceAll("'", '%27');
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}

export function isUnchanged(request: Request, eTag: string, lastModified: string): boolean {
  const known = request.headers.get('if-none-match');
  if (known !== null) {
    const bare = (tag: string) => tag.trim().replace(/^W\//, '');
    return known.trim() === '*' || known.split(',').some((tag) => bare(tag) === bare(eTag));
  }
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Math.floor(Date.parse(lastModified) / 1000) * 1000 <= since;
}

function readRange(
  { headers }: Request,
  size: number,
  metadata: { eTag: string; lastModified: string },
): { start: number; end: number } | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.get('range') ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return null;
  const condition = headers.get('if-range');
  const date = new Date(metadata.lastModified).toUTCString();
  if (condition !== null && condition !== metadata.eTag && condition !== date) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end || start >= size) throw invalidRange();
  return { start, end };
}
