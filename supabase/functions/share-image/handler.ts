/**
 * The picture of a design for link previews, and a page that names it to robots and sends people on.
 * Whoever asks sees what anybody may see: private and hidden designs are not found. Mails show the
 * design of an order's line, whose id only its buyer and staff know.
 */
import { drawBoard } from '#drawing/board/draw-board.ts';
import { parseDesign } from '#features/designs/model/design-json.ts';
import { designLinePicture } from '#features/designs/model/design-line-picture.ts';
import { designBoard } from '#features/designs/model/design-picture.ts';
import type { Design } from '#features/designs/model/design.ts';
import { withQuickShadows } from './quick-shadows.ts';

export interface SharedDesign {
  readonly code: string;
  readonly name: string;
  readonly version: number;
  /** As the database keeps it. */
  readonly design: unknown;
}

export interface ShareDeps {
  /** As a visitor without an account; null for what they may not see. */
  readonly readDesign: (key: string) => Promise<SharedDesign | null>;
  /** As the database keeps it of an order's line; null for any other id. */
  readonly readLineDesign: (line: string) => Promise<unknown>;
  readonly toPng: (svg: string, width: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly siteUrl: string;
  /** Of this function as visitors reach it: the Host of a request is whatever its sender says. */
  readonly ownUrl: string;
}

const width = 1200;
const height = 630;
const keyPattern = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d[0-9a-hjkmnp-tv-z]{9})$/i;

const linePattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Twice the width that mails show. */
const lineWidth = 160;

const refuse = (status: number, message: string): Response =>
  Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } });

/** Changes of a design change its version, so a picture may be kept for a while by anyone. */
const kept = { 'cache-control': 'public, max-age=300, stale-while-revalidate=86400' };

function pictureOf(design: Design, name: string): string {
  return drawBoard(
    designBoard(design, {
      view: 'angled',
      background: '#e9e6e1',
      width,
      aspect: width / height,
      title: name,
    }),
  );
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function previewPage(shared: SharedDesign, image: string, siteUrl: string): string {
  const page = `${siteUrl}/colorpicker/${shared.code}`;
  const meta = [
    ['og:type', 'website'],
    ['og:title', shared.name],
    ['og:description', 'A design from the colour picker of Keywright.'],
    ['og:url', page],
    ['og:image', image],
    ['og:image:width', String(width)],
    ['og:image:height', String(height)],
    ['og:image:alt', `A keyboard in the colours of ${shared.name}`],
  ]
    .map(
      ([name = '', content = '']) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    )
    .join('');
  const title = escapeHtml(shared.name);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${meta}<meta name="twitter:card" content="summary_large_image"><link rel="canonical" href="${escapeHtml(page)}"><meta http-equiv="refresh" content="0;url=${escapeHtml(page)}"></head><body><p><a href="${escapeHtml(page)}">${title}</a></p></body></html>`;
}

async function answer(url: URL, shared: SharedDesign, deps: ShareDeps): Promise<Response> {
  const design = parseDesign(shared.design);
  if (!design.ok) return refuse(404, 'There is no such design.');
  const format = url.searchParams.get('format') ?? 'png';
  if (format === 'page') {
    const image = new URL(deps.ownUrl);
    image.search = url.search;
    image.searchParams.set('format', 'png');
    image.searchParams.set('v', String(shared.version));
    return new Response(previewPage(shared, image.href, deps.siteUrl), {
      headers: {
        ...kept,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      },
    });
  }
  const svg = pictureOf(design.value, shared.name);
  if (format === 'svg') {
    const headers = {
      ...kept,
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
    };
    return new Response(svg, { headers });
  }
  const png = await deps.toPng(withQuickShadows(svg), width);
  return new Response(png, { headers: { ...kept, 'content-type': 'image/png' } });
}

/** What was ordered never changes, so its picture may be kept for good. */
async function answerLine(line: string, deps: ShareDeps): Promise<Response> {
  const svg = linePattern.test(line) ? designLinePicture(await deps.readLineDesign(line)) : null;
  if (svg === null) return refuse(404, 'There is no such picture.');
  const png = await deps.toPng(withQuickShadows(svg), lineWidth);
  return new Response(png, {
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/png',
    },
  });
}

export async function handleShareImage(request: Request, deps: ShareDeps): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(405, 'Only GET is understood here.');
  const url = new URL(request.url);
  const line = url.searchParams.get('line');
  if (line !== null) return answerLine(line, deps);
  const key = url.searchParams.get('design') ?? '';
  if (!keyPattern.test(key)) return refuse(404, 'There is no such design.');
  const shared = await deps.readDesign(key);
  return shared === null ? refuse(404, 'There is no such design.') : answer(url, shared, deps);
}
