/**
 * Invariant: an address is looked up among the files of the build and never becomes a path on the
 * disk.
 */
import type { IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDesignId, notFoundText } from '../../src/routes.ts';
import { createFileBodies, chooseEncoding, type Encoding, type FileBody } from './file-bodies.ts';
import { headersFor, pageCache } from './host-rules.ts';
import type { IsKnownDesign } from './known-designs.ts';
import { isCompressible, mediaTypeOf } from './media-types.ts';
import { partialAnswer } from './partial-answer.ts';
import { watchSiteFolder, type SiteSnapshot } from './site-snapshot.ts';
import { errorMessage, errorView, notFoundView } from './views.ts';

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

type Headers = IncomingMessage['headers'];

/** What asks for these can show no page. */
const fetchedByPages: ReadonlySet<string> = new Set(['script', 'style', 'image', 'font', 'empty']);

/** The path as typed, without its query; absolute forms lose their host. */
function typedPath(target: string): string {
  const path = /^https?:\/\/[^/]*(.*)$/i.exec(target)?.[1] ?? target;
  return /^[^?#]*/.exec(path)?.[0] || '/';
}

function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function text(status: number, message: string, extra: readonly [string, string][] = []): Answer {
  const headers = new Map([['Content-Type', 'text/plain; charset=utf-8'], ...extra]);
  return { status, headers, body: Buffer.from(`${message}\n`) };
}

export function createAnswers(folder: string, isKnownDesign: IsKnownDesign | null = null) {
  const site = watchSiteFolder(folder);
  const bodies = createFileBodies();

  async function viewAnswer(
    snapshot: SiteSnapshot,
    file: string,
    status: number,
    fill: (html: string) => string,
    address: string,
  ): Promise<Answer> {
    const html = await readFile(path.join(snapshot.folder, file), 'utf8');
    const headers = headersFor(snapshot.headers, address);
    headers.set('Content-Type', 'text/html; charset=utf-8');
    headers.set('Cache-Control', 'no-store');
    return { status, headers, body: Buffer.from(fill(html)) };
  }

  async function notFound(address: string, asked: Headers): Promise<Answer> {
    const message = notFoundText(address);
    if (fetchedByPages.has(String(asked['sec-fetch-dest']))) return text(404, message);
    const snapshot = await site.current();
    const [, first = ''] = address.split('/');
    const other = snapshot.lostViews.get(first);
    // In another language than the first, the page says the address by itself.
    if (other !== undefined) return viewAnswer(snapshot, other, 404, (html) => html, address);
    return viewAnswer(snapshot, '404.html', 404, (html) => notFoundView(html, message), address);
  }

  async function fileAnswer(
    snapshot: SiteSnapshot,
    address: string,
    file: string,
    asked: Headers,
  ): Promise<Answer> {
    const mediaType = mediaTypeOf(file);
    const isText = isCompressible(mediaType);
    const encoding: Encoding =
      isText && asked.range === undefined ? chooseEncoding(asked['accept-encoding']) : 'identity';
    const read = () => readFile(path.resolve(snapshot.folder, file));
    const body = await bodies.body(`${snapshot.identity} ${file}`, encoding, read);
    const headers = headersFor(snapshot.headers, address);
    if (!headers.has('Content-Type')) headers.set('Content-Type', mediaType);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', pageCache);
    if (isText) headers.set('Vary', 'Accept-Encoding');
    if (body.tag.endsWith(`-${encoding}`)) headers.set('Content-Encoding', encoding);
    return conditional(body, headers, asked);
  }

  async function find(snapshot: SiteSnapshot, typed: string, asked: Headers): Promise<Answer> {
    const address = decodedPath(typed);
    const file = address === null ? undefined : snapshot.files.get(address);
    if (address !== null && file !== undefined) {
      return fileAnswer(snapshot, address, file, asked);
    }
    return byRule(snapshot, typed, asked);
  }

  /**
   * The shell opens whatever its reader may see. A design that nobody may see by its address alone is
   * answered 404 with the same document: whoever made it is signed in there, and sees it.
   */
  async function designAnswer(
    snapshot: SiteSnapshot,
    address: string,
    shell: string,
    asked: Headers,
  ): Promise<Answer> {
    const id = path.posix.basename(address);
    if (isKnownDesign === null || (await isKnownDesign(id)))
      return fileAnswer(snapshot, address, shell, asked);
    // Nothing that is kept, and no part of it, is an answer to this.
    const { 'if-none-match': _, range: __, ...plain } = asked;
    const answer = await fileAnswer(snapshot, address, shell, plain);
    const headers = new Map(answer.headers);
    headers.delete('ETag');
    headers.delete('Accept-Ranges');
    headers.set('Cache-Control', 'no-store');
    headers.set('X-Robots-Tag', 'noindex');
    return { status: 404, headers, body: answer.body };
  }

  function byRule(snapshot: SiteSnapshot, typed: string, asked: Headers) {
    const rule = snapshot.redirects.find(({ pattern }) => pattern.test(typed));
    if (rule !== undefined && rule.status !== 200) {
      return text(rule.status, `Moved to ${rule.to}`, [['Location', rule.to]]);
    }
    const shell = rule === undefined ? undefined : snapshot.files.get(rule.to);
    // A plain CDN rewrites every id and answers 200; this host can tell what is none and who is not there.
    if (shell !== undefined && isDesignId(path.posix.basename(typed))) {
      return designAnswer(snapshot, typed, shell, asked);
    }
    const page = typed.replace(/\/+$/, '');
    if (page !== typed && snapshot.files.has(page)) {
      return text(308, `Moved to ${page}`, [['Location', page]]);
    }
    return notFound(typed, asked);
  }

  return {
    async answer(request: IncomingMessage): Promise<Answer> {
      if (request.headers.host === undefined && request.httpVersion === '1.1') {
        return text(400, 'The request names no host.');
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return text(405, 'This site is only read.', [['Allow', 'GET, HEAD']]);
      }
      const typed = typedPath(request.url ?? '/');
      try {
        return await find(await site.current(), typed, request.headers);
      } catch (error) {
        if (!isGone(error)) throw error;
        // The build was replaced while this answer was read: the next one has the file.
        await wait(50);
        return find(await site.current(), typed, request.headers);
      }
    },
    async failure(error: unknown, number: string): Promise<Answer> {
      const message = errorMessage(error, folder);
      const fallback = text(500, `Internal Server Error\n${message}\nError ${number}`);
      const fill = (html: string) => errorView(html, message, number);
      try {
        return await viewAnswer(await site.current(), '500.html', 500, fill, '/500');
      } catch {
        return fallback;
      }
    },
  };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function conditional(body: FileBody, headers: Map<string, string>, asked: Headers): Answer {
  const tag = `"${body.tag}"`;
  headers.set('ETag', tag);
  const known = asked['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (known?.some((each) => each === tag || each === '*')) {
    return { status: 304, headers, body: Buffer.alloc(0) };
  }
  return partialAnswer({ status: 200, headers, body: body.bytes }, asked, tag);
}
