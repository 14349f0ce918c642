/**
 * Invariant: an answer is always Storage's own JSON or a file; nothing unforeseen leaves as HTML.
 */
import path from 'node:path';
import type { Caller, LocalContext, ServiceModule } from '../context.ts';
import { corsHeaders, jsonResponse } from '../http-answers.ts';
import { handleBucket } from './buckets.ts';
import { serveObject } from './downloads.ts';
import { createFileStore } from './file-store.ts';
import { createImageRenderer, parseTransform, type ImageRenderer } from './images.ts';
import { listObjects, listObjectsByPage } from './listings.ts';
import { decodePath, parseAddress } from './object-keys.ts';
import { copyObject, describeObject, moveObject, removeObject, removeObjects } from './objects.ts';
import { signMany, signOne, uploadLink } from './signed-links.ts';
import { parseSizeLimit } from './size-limit.ts';
import { answerRefusal, internalError, noSuchBucket, toRefusal } from './storage-errors.ts';
import {
  findBucket,
  findObject,
  requireCaller,
  serviceCaller,
  sweepOrphans,
  type StorageService,
} from './storage-service.ts';
import { signUpload, upload, uploadSigned } from './uploads.ts';
import { createUrlSigner } from './url-signer.ts';

export interface StorageOptions {
  /** As config.toml says it (`20MiB`) or in bytes; 50 MiB when it doesn't. */
  readonly fileSizeLimit?: unknown;
}

interface Call {
  readonly service: StorageService;
  readonly images: ImageRenderer;
  readonly request: Request;
  readonly url: URL;
}

export async function createStorage(
  context: LocalContext,
  options: StorageOptions = {},
): Promise<ServiceModule> {
  const service: StorageService = {
    context,
    files: await createFileStore(path.join(context.settings.dataFolder, 'storage')),
    signer: createUrlSigner(context.settings.jwtSecret),
    sizeLimit: parseSizeLimit(options.fileSizeLimit ?? '50MiB'),
  };
  await sweepOrphans(service);
  const images = createImageRenderer();
  return {
    async handle(request) {
      const url = new URL(request.url);
      try {
        const answer = await route({ service, images, request, url });
        return answer ?? noSuchRoute(request, url);
      } catch (error) {
        const refused = toRefusal(error);
        if (refused) return answerRefusal(refused);
        const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
        context.log(`storage: ${request.method} ${url.pathname} failed: ${shown}`);
        return internalError();
      }
    },
  };
}

function noSuchRoute(request: Request, url: URL): Response {
  return jsonResponse(404, {
    statusCode: '404',
    error: 'Not Found',
    message: `Route ${request.method}:${url.pathname.replace(/^\/storage\/v1/, '')} not found`,
  });
}

/** Uploads carry headers of their own (`x-metadata`, `x-upsert`), so whatever is asked for may come. */
function answerPreflight(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers');
  const headers = { ...corsHeaders, ...(asked ? { 'access-control-allow-headers': asked } : {}) };
  return new Response(null, { status: 204, headers });
}

async function route(call: Call): Promise<Response | null> {
  const { service, request, url } = call;
  if (request.method === 'OPTIONS') return answerPreflight(request);
  const [area = '', ...rest] = url.pathname.replace(/^\/storage\/v1\/?/, '').split('/');
  switch (area) {
    case 'status':
      return jsonResponse(200, {});
    case 'bucket': {
      const caller = await requireCaller(service, request);
      return handleBucket(service, request, caller, rest.filter(Boolean).map(decodePath));
    }
    case 'render':
      return rest[0] === 'image' ? renderImage(call, rest[1], rest.slice(2).join('/')) : null;
    case 'object':
      return request.method === 'GET' || request.method === 'HEAD'
        ? readObject(call, rest)
        : changeObject(call, rest);
    case 'cdn': {
      // There is no cache in front of the embedded Storage, so purging it has nothing to do.
      if (request.method !== 'DELETE') return null;
      await requireCaller(service, request);
      return jsonResponse(200, { message: 'success' });
    }
    default:
      return null;
  }
}

async function readObject(call: Call, segments: readonly string[]): Promise<Response | null> {
  const { service, request, url } = call;
  const [first = '', ...others] = segments;
  const rest = others.join('/');
  switch (first) {
    case 'public': {
      const address = parseAddress(rest);
      if ((await findBucket(service, address.bucket)).public !== true) throw noSuchBucket();
      return serveObject(service, serviceCaller, address, { request });
    }
    case 'sign': {
      const address = parseAddress(rest);
      const { exp } = await service.signer.readDownload(
        url.searchParams.get('token'),
        `${address.bucket}/${address.key}`,
      );
      return serveObject(service, serviceCaller, address, { request, expires: exp });
    }
    case 'info': {
      const address = parseAddress(rest.replace(/^(?:authenticated|public)\/(?=[^/]+\/)/, ''));
      const caller = await readerOf(call, address.bucket);
      return describeObject(await findObject(service, caller, address));
    }
    default: {
      const address = parseAddress(first === 'authenticated' ? rest : segments.join('/'));
      const caller = await readerOf(call, address.bucket);
      return serveObject(service, caller, address, { request });
    }
  }
}

/** A public bucket is everyone's to read; of another the caller must have a key and a policy. */
async function readerOf({ service, request }: Call, bucket: string) {
  const [found] = await service.context.sql<{ public: boolean | null }[]>`
    select public from storage.buckets where id = ${bucket}`;
  if (found?.public === true) return serviceCaller;
  const caller = await requireCaller(service, request);
  if (!found) throw noSuchBucket();
  return caller;
}

async function renderImage(
  { service, images, request, url }: Call,
  access: string | undefined,
  encodedPath: string,
): Promise<Response | null> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null;
  const fromQuery = (name: string) => url.searchParams.get(name);
  if (access === 'public') {
    const address = parseAddress(encodedPath);
    if ((await findBucket(service, address.bucket)).public !== true) throw noSuchBucket();
    const transform = parseTransform(fromQuery);
    return images.serve(service, serviceCaller, address, transform, { request });
  }
  if (access === 'authenticated') {
    const address = parseAddress(encodedPath);
    const caller = await requireCaller(service, request);
    await findBucket(service, address.bucket);
    return images.serve(service, caller, address, parseTransform(fromQuery), { request });
  }
  if (access !== 'sign') return null;
  const address = parseAddress(encodedPath);
  const claims = await service.signer.readDownload(
    fromQuery('token'),
    `${address.bucket}/${address.key}`,
  );
  const transform = parseTransform((name) => claims.transform?.[name]);
  const served = { request, expires: claims.exp };
  return images.serve(service, serviceCaller, address, transform, served);
}

async function changeObject(call: Call, segments: readonly string[]): Promise<Response | null> {
  const { service, request } = call;
  const [first = '', second = '', ...others] = segments;
  if (first === 'upload' && second === 'sign') return answerUploadLink(call, others.join('/'));
  const caller = await requireCaller(service, request);
  if (request.method === 'POST') {
    const named = await runNamed(call, caller, segments);
    if (named) return named;
  }
  if (request.method === 'DELETE' && segments.length === 1 && first !== '') {
    return removeObjects(service, request, caller, decodePath(first));
  }
  if (segments.length < 2) return null;
  const address = parseAddress(segments.join('/'));
  switch (request.method) {
    case 'DELETE':
      return removeObject(service, caller, address);
    case 'POST':
    case 'PUT':
      return upload(service, request, caller, address);
    default:
      return null;
  }
}

/** `POST /object/{what}`, `/object/{what}/{bucket}` and `/object/sign/{bucket}/{key}` */
async function runNamed(
  { service, request }: Call,
  caller: Caller,
  segments: readonly string[],
): Promise<Response | null> {
  const [what = '', bucket = '', ...key] = segments;
  if (segments.length === 1) {
    if (what === 'move') return moveObject(service, request, caller);
    return what === 'copy' ? copyObject(service, request, caller) : null;
  }
  if (key.length > 0) {
    if (what !== 'sign') return null;
    return signOne(service, request, caller, parseAddress(segments.slice(1).join('/')));
  }
  const inBucket = { list: listObjects, 'list-v2': listObjectsByPage, sign: signMany };
  const run = bucket === '' ? undefined : new Map(Object.entries(inBucket)).get(what);
  return run ? run(service, request, caller, decodePath(bucket)) : null;
}

async function answerUploadLink(
  { service, request, url }: Call,
  encodedPath: string,
): Promise<Response | null> {
  const address = parseAddress(encodedPath);
  if (request.method === 'PUT') {
    return uploadSigned(service, request, url.searchParams.get('token'), address);
  }
  if (request.method !== 'POST') return null;
  const caller = await requireCaller(service, request);
  const { token } = await signUpload(service, request, caller, address);
  return uploadLink(address, token);
}
