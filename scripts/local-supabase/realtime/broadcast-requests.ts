/** Invariant: a message for a private channel needs the right to write to it. */
import type { Caller, LocalContext } from '../context.ts';
import { jsonResponse, corsHeaders } from '../http-answers.ts';
import { isJsonTooDeep } from '../nesting.ts';
import { readBytes } from '../request-body.ts';
import { isNulRefused } from '../sql-states.ts';
import { readChannelRights } from './channel-rights.ts';
import { limits } from './limits.ts';
import type { Topics } from './topics.ts';
import { isObject } from './wire.ts';

interface SentMessage {
  readonly topic: string;
  readonly event: string;
  readonly isPrivate: boolean;
  readonly body: string | Buffer;
}

class RequestRefused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const onePath = /^\/realtime\/v1\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/;

export function createBroadcastRequests(context: LocalContext, topics: Topics) {
  async function send(caller: Caller, messages: readonly SentMessage[]): Promise<void> {
    const allowed = new Map<string, boolean>();
    for (const { topic, isPrivate, event, body } of messages) {
      if (isPrivate && !allowed.has(topic)) {
        const { broadcast } = await readChannelRights(context, caller, topic);
        allowed.set(topic, broadcast.write);
      }
      if (isPrivate && allowed.get(topic) !== true) continue;
      topics.broadcast({ name: topic, isPrivate, event, body });
    }
  }

  return async (request: Request): Promise<Response> => {
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: corsHeaders });
    const url = new URL(request.url);
    const one = onePath.exec(url.pathname);
    const isBatch = url.pathname === '/realtime/v1/api/broadcast';
    if (request.method !== 'POST' || (!one && !isBatch)) {
      return jsonResponse(404, { error: 'Not Found', message: `No such path: ${url.pathname}` });
    }
    const caller = await context.identify(request);
    if ('refused' in caller) {
      return jsonResponse(401, { error: 'Unauthorized', message: 'Unauthorized' });
    }
    try {
      const messages = one ? [await readOne(request, url, one)] : await readBatch(request);
      await send(caller, messages);
      return new Response(null, { status: 202, headers: corsHeaders });
    } catch (error) {
      if (isNulRefused(error)) {
        const message = 'Text must not hold the character NUL';
        return jsonResponse(400, { error: message, message });
      }
      if (!(error instanceof RequestRefused)) throw error;
      return jsonResponse(error.status, { error: error.message, message: error.message });
    }
  };
}

const tooLarge = () => new RequestRefused(413, 'Payload size exceeds tenant limit');

function parseJson(body: Buffer): unknown {
  const text = body.toString();
  if (isJsonTooDeep(text)) throw new RequestRefused(400, 'The body is nested too deeply');
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestRefused(400, 'The body is not JSON');
  }
}

async function readOne(request: Request, url: URL, path: RegExpExecArray): Promise<SentMessage> {
  const [, topic = '', event = ''] = path;
  const type = request.headers.get('content-type') ?? '';
  const body = await readBytes(request, limits.payloadBytes, tooLarge);
  const isBytes = type.startsWith('application/octet-stream');
  if (!isBytes && !type.startsWith('application/json')) {
    throw new RequestRefused(415, 'Unsupported Media Type');
  }
  return {
    topic: decode(topic),
    event: decode(event),
    isPrivate: url.searchParams.get('private') === 'true',
    body: isBytes ? body : JSON.stringify(parseJson(body)),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RequestRefused(400, 'The path is not well-formed');
  }
}

async function readBatch(request: Request): Promise<readonly SentMessage[]> {
  const body = parseJson(await readBytes(request, limits.payloadBytes, tooLarge));
  const messages = isObject(body) ? body['messages'] : undefined;
  if (!Array.isArray(messages)) throw new RequestRefused(422, 'messages is required');
  if (messages.length > limits.messagesPerRequest) {
    throw new RequestRefused(429, 'Too many messages to broadcast, please reduce the batch size');
  }
  return messages.map((message: unknown) => {
    const { topic, event, payload, private: isPrivate } = isObject(message) ? message : {};
    if (typeof topic !== 'string' || typeof event !== 'string' || !isObject(payload)) {
      throw new RequestRefused(422, 'topic, event and payload are required');
    }
    return { topic, event, isPrivate: isPrivate === true, body: JSON.stringify(payload) };
  });
}
