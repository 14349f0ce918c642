/** Invariant: it keeps the latest 500 envelopes in memory, in the order of their arrival. */
import type { LocalContext, ServiceModule } from './context.ts';
import { corsHeaders, jsonResponse } from './http-answers.ts';
import { readText } from './request-body.ts';

export interface CaughtItem {
  readonly header: Record<string, unknown>;
  readonly payload: unknown;
}

export interface CaughtEnvelope {
  readonly received_at: string;
  readonly project: string;
  readonly key: string;
  readonly header: Record<string, unknown>;
  readonly items: readonly CaughtItem[];
  /** The bytes as text, so that a leak test can look at everything that left. */
  readonly raw: string;
}

const mostKept = 500;
const mostBytes = 1_000_000;
const envelopePath = /^\/_local\/sentry\/api\/([\w-]+)\/envelope\/?$/;
const listPath = /^\/_local\/sentry\/envelopes\/?$/;

class MalformedEnvelope extends Error {}

export function createErrorCatcher(context: Pick<LocalContext, 'log'>): ServiceModule {
  const kept: CaughtEnvelope[] = [];

  async function receive(request: Request, project: string): Promise<Response> {
    const raw = await readText(request, mostBytes);
    const url = new URL(request.url);
    try {
      const { header, items } = parseEnvelope(raw);
      const key = url.searchParams.get('sentry_key') ?? '';
      const id = header['event_id'] ?? null;
      // A report that was sent twice, because nobody heard the first answer, is one report.
      if (id === null || !kept.some((envelope) => envelope.header['event_id'] === id)) {
        kept.push({ received_at: new Date().toISOString(), project, key, header, items, raw });
        if (kept.length > mostKept) kept.shift();
      }
      return jsonResponse(200, { id });
    } catch (error) {
      if (!(error instanceof MalformedEnvelope)) throw error;
      context.log(`An error report could not be read: ${error.message}`);
      return jsonResponse(400, { detail: 'bad envelope', causes: [error.message] });
    }
  }

  /** Reports may name people: every site sends them, and no page of another origin reads them. */
  function answerList({ method }: Request): Response {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    if (method === 'GET') return new Response(JSON.stringify(kept), { headers });
    if (method !== 'DELETE') {
      const detail = JSON.stringify({ detail: 'method not allowed' });
      return new Response(detail, { status: 405, headers: { ...headers, allow: 'GET, DELETE' } });
    }
    kept.length = 0;
    return new Response(null, { status: 204 });
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const project = envelopePath.exec(pathname)?.[1];
      if (project === undefined && !listPath.test(pathname)) {
        return jsonResponse(404, { detail: 'not found' });
      }
      if (project === undefined) return answerList(request);
      if (request.method === 'OPTIONS') {
        return new Response(null, { status: 204, headers: corsHeaders });
      }
      return request.method === 'POST' ? receive(request, project) : methodNotAllowed('POST');
    },
  };
}

function methodNotAllowed(allow: string): Response {
  return jsonResponse(405, { detail: 'method not allowed' }, { allow });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseHeader(line: string, what: string): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(line);
    if (isRecord(header)) return header;
  } catch {
    // Told below, in words that say which line.
  }
  throw new MalformedEnvelope(`the ${what} is not a JSON object`);
}

function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Lines of JSON: the envelope's header, then per item a header and a payload of its `length` in bytes. */
export function parseEnvelope(raw: string): {
  header: Record<string, unknown>;
  items: CaughtItem[];
} {
  const bytes = Buffer.from(raw);
  const endOfLine = (from: number): number => {
    const found = bytes.indexOf(10, from);
    return found === -1 ? bytes.length : found;
  };
  let at = endOfLine(0);
  const header = parseHeader(bytes.toString('utf8', 0, at), "envelope's header");
  const items: CaughtItem[] = [];
  for (at += 1; at < bytes.length; at += 1) {
    const end = endOfLine(at);
    if (end === at) continue;
    const itemHeader = parseHeader(bytes.toString('utf8', at, end), "item's header");
    const length = itemHeader['length'];
    const start = end + 1;
    at = typeof length === 'number' ? start + length : endOfLine(start);
    items.push({ header: itemHeader, payload: parsePayload(bytes.toString('utf8', start, at)) });
  }
  return { header, items };
}
