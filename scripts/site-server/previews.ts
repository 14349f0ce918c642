/**
 * Invariant: drawn for owners and editors alone, kept in memory for minutes under a name that nobody
 * guesses, never a file of the site.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { publishingOptions } from '../../src/build/published-files/publishing-options.ts';
import { withoutQuotedMarkup } from '../../src/build/published-files/quoted-markup.ts';
import { bodyOf, boundBody } from '../local-supabase/request-body.ts';
import { siteEnvironment, type Settings } from '../settings.ts';
import type { Answer } from './answers.ts';
import { asPreview, previewScript, previewStyles } from './preview-marks.ts';
import { policyOfPreview } from './preview-policy.ts';
import { closedPolicy } from './safe-headers.ts';

export const previewPlace = '/_local/preview';
const mostBytes = 1_000_000;
const mostPages = 10;
const mostWaiting = 4;
const lifeMs = 15 * 60_000;
const patienceMs = 60_000;
const previewers: ReadonlySet<unknown> = new Set(['owner', 'editor']);

export interface Previews {
  /** Null for every address that is none of a preview. */
  answer(request: IncomingMessage): Promise<Answer> | null;
}

interface Page {
  readonly html: string;
  readonly until: number;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const common: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex, nofollow'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Frame-Options', 'SAMEORIGIN'],
];

function answerOf(status: number, type: string, text: string, policy = closedPolicy) {
  const own = [
    ['Content-Type', `${type}; charset=utf-8`],
    ['Content-Security-Policy', policy],
  ] as const;
  return { status, headers: new Map([...common, ...own]), body: Buffer.from(text) };
}

const say = (status: number, message: string) =>
  answerOf(status, 'application/json', JSON.stringify({ message }));

const tooLarge = () => new Refusal(413, 'This is more than a page is made of.');

/** Asked of the database each time: whoever lost the right a moment ago gets nothing. */
async function assertMayLook(environment: Record<string, string>, token: string): Promise<void> {
  const answer = await fetch(`${environment['PUBLIC_SUPABASE_URL']}/rest/v1/rpc/my_staff_role`, {
    method: 'POST',
    headers: {
      apikey: environment['PUBLIC_SUPABASE_PUBLISHABLE_KEY'] ?? '',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: '{}',
    signal: AbortSignal.timeout(8_000),
  });
  if (!answer.ok) throw new Refusal(401, 'Please sign in again.');
  if (previewers.has(await answer.json())) return;
  throw new Refusal(403, 'Previews are for owners and editors.');
}

function draw(settings: Settings, token: string, form: string): Promise<string> {
  const cache = path.join(settings.dataFolder, 'astro');
  const child = spawn(
    process.execPath,
    ['--no-warnings', path.join(settings.projectFolder, 'scripts/draw-preview.ts')],
    {
      cwd: settings.projectFolder,
      env: {
        ...process.env,
        ...siteEnvironment(settings),
        KEYWRIGHT_CACHE: cache,
        KEYWRIGHT_ACCESS_TOKEN: token,
        KEYWRIGHT_BUILD_TIME: new Date().toISOString(),
        NODE_COMPILE_CACHE: path.join(cache, 'compiled'),
        NODE_ENV: 'production',
      },
      timeout: patienceMs,
    },
  );
  const [html, problem]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => html.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => problem.push(chunk));
  child.stdin.on('error', () => undefined);
  child.stdin.end(form);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(html).toString('utf8'));
      const said = Buffer.concat(problem).toString('utf8').slice(0, 400);
      reject(new Refusal(422, said || 'The page could not be drawn. Try again in a minute.'));
    });
  });
}

export function createPreviews(settings: Settings): Previews {
  const environment = siteEnvironment(settings);
  const { hosts } = publishingOptions({ ...process.env, ...environment });
  const pages = new Map<string, Page>();
  let waiting = 0;
  let turn: Promise<unknown> = Promise.resolve();

  /** One after the other: drawing is work for a whole processor. */
  async function inTurn(work: () => Promise<string>): Promise<string> {
    if (waiting >= mostWaiting)
      throw new Refusal(503, 'Others are looking: try again in a moment.');
    waiting += 1;
    const mine = turn.then(work).finally(() => (waiting -= 1));
    turn = mine.catch(() => undefined);
    return mine;
  }

  function keep(html: string): string {
    const now = Date.now();
    for (const [name, { until }] of pages) if (until <= now) pages.delete(name);
    const [oldest] = pages.keys();
    if (pages.size >= mostPages && oldest !== undefined) pages.delete(oldest);
    const name = randomBytes(24).toString('hex');
    pages.set(name, { html, until: now + lifeMs });
    return `${previewPlace}/${name}`;
  }

  async function make(request: IncomingMessage): Promise<Answer> {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (token === '') throw new Refusal(401, 'Please sign in again.');
    await assertMayLook(environment, token);
    const form = await text(boundBody(bodyOf(request).body, mostBytes, tooLarge));
    const html = asPreview(withoutQuotedMarkup(await inTurn(() => draw(settings, token, form))));
    return answerOf(201, 'application/json', JSON.stringify({ path: keep(html) }));
  }

  async function show(name: string): Promise<Answer> {
    const page = pages.get(name);
    if (page === undefined || page.until <= Date.now()) {
      return answerOf(404, 'text/plain', 'This preview has ended. Ask for it again at the desk.');
    }
    const policy = await policyOfPreview(page.html, hosts, settings.siteFolder);
    return answerOf(200, 'text/html', page.html, policy);
  }

  async function respond(request: IncomingMessage, rest: string): Promise<Answer> {
    try {
      if (rest === '' && request.method === 'POST') return await make(request);
      if (request.method !== 'GET' && request.method !== 'HEAD') return say(405, 'Not this way.');
      if (rest === '.css') return answerOf(200, 'text/css', previewStyles);
      if (rest === '.js') return answerOf(200, 'text/javascript', previewScript);
      return await show(rest.slice(1));
    } catch (error) {
      if (error instanceof Refusal) return say(error.status, error.message);
      return say(502, 'The shop could not be asked. Try again in a moment.');
    }
  }

  return {
    answer(request) {
      const [, rest] =
        /^\/_local\/preview(|\.css|\.js|\/[0-9a-f]{48})(?:[?#]|$)/.exec(request.url ?? '') ?? [];
      return rest === undefined ? null : respond(request, rest);
    },
  };
}
