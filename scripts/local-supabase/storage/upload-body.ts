/**
 * Invariant: never more than `limit` bytes of a file are taken, and what was taken is on disk.
 */
import { isJsonTooDeep } from '../nesting.ts';
import { boundBody } from '../request-body.ts';
import type { FileStore, ReceivedFile } from './file-store.ts';
import {
  entityTooLarge,
  invalidMimeType,
  invalidRequest,
  StorageRefused,
} from './storage-errors.ts';

export interface Upload {
  readonly file: ReceivedFile;
  readonly mimeType: string;
  readonly cacheControl: string;
  readonly contentEncoding: string | null;
  readonly userMetadata: Readonly<Record<string, unknown>> | null;
}

const longestMetadataBytes = 1024 * 1024;
const formOverheadBytes = longestMetadataBytes + 64 * 1024;
const encodings: ReadonlySet<string> = new Set(['gzip', 'br', 'deflate', 'zstd']);

export async function readUpload(
  request: Request,
  limit: number,
  files: FileStore,
): Promise<Upload> {
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream';
  return contentType.toLowerCase().startsWith('multipart/form-data')
    ? readForm(request, contentType, limit, files)
    : readRaw(request, contentType, limit, files);
}

async function readRaw(
  request: Request,
  contentType: string,
  limit: number,
  files: FileStore,
): Promise<Upload> {
  const { headers } = request;
  const metadata = headers.get('x-metadata');
  const described = {
    mimeType: checkedMimeType(contentType),
    cacheControl: checkedCacheControl(headers.get('cache-control')),
    contentEncoding: checkedEncoding(headers.get('content-encoding')),
    userMetadata: parseMetadata(
      metadata === null ? null : Buffer.from(metadata, 'base64').toString('utf8'),
    ),
  };
  return { ...described, file: await receiveBody(request.body, limit, files) };
}

async function readForm(
  request: Request,
  contentType: string,
  limit: number,
  files: FileStore,
): Promise<Upload> {
  const most = limit + formOverheadBytes;
  const body = request.body && boundBody(request.body, most, entityTooLarge);
  const form = await parseForm(body, contentType);
  const blob = [...form.values()].find((value) => typeof value !== 'string');
  if (!blob) throw invalidRequest('No content provided');
  const text = (name: string): string | null => {
    const value = form.get(name);
    return typeof value === 'string' ? value : null;
  };
  const age = text('cacheControl');
  const described = {
    mimeType: checkedMimeType(text('contentType') ?? (blob.type || 'application/octet-stream')),
    cacheControl: checkedCacheControl(age !== null && /^\d+$/.test(age) ? `max-age=${age}` : age),
    contentEncoding: checkedEncoding(text('contentEncoding')),
    userMetadata: parseMetadata(text('metadata') ?? text('userMetadata')),
  };
  return { ...described, file: await receiveBody(blob.stream(), limit, files) };
}

async function parseForm(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  contentType: string,
): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch (error) {
    throw refusalBehind(error) ?? invalidRequest('No content provided');
  }
}

async function receiveBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
  files: FileStore,
): Promise<ReceivedFile> {
  try {
    return await files.receive(body, limit);
  } catch (error) {
    throw refusalBehind(error) ?? error;
  }
}

/** Body readers wrap what a stream threw in an error of their own. */
function refusalBehind(error: unknown): StorageRefused | null {
  if (error instanceof StorageRefused) return error;
  return error instanceof Error && error.cause ? refusalBehind(error.cause) : null;
}

function checkedMimeType(mimeType: string): string {
  if (/^[\w.+-]+\/[\w.+*-]+(?:\s*;[\x20-\x7e]*)?$/.test(mimeType) && mimeType.length <= 255) {
    return mimeType;
  }
  throw invalidMimeType(mimeType.slice(0, 255));
}

/** Sent back as a header, so nothing but one plain line may be kept. */
function checkedCacheControl(cacheControl: string | null): string {
  const text = cacheControl ?? 'no-cache';
  return /^[\x20-\x7e]{1,200}$/.test(text) ? text : 'no-cache';
}

function checkedEncoding(encoding: string | null): string | null {
  if (encoding === null || encoding === '' || encoding === 'identity') return null;
  if (encodings.has(encoding)) return encoding;
  throw invalidRequest(`content encoding ${encoding.slice(0, 50)} is not supported`);
}

function parseMetadata(text: string | null): Readonly<Record<string, unknown>> | null {
  if (text === null) return null;
  if (Buffer.byteLength(text) > longestMetadataBytes) throw entityTooLarge('user_metadata');
  if (isJsonTooDeep(text)) throw invalidRequest('user_metadata is nested too deeply');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
