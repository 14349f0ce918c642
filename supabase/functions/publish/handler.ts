/**
 * An editor asks for the site to be built: the request is recorded as theirs, then the builder is
 * told. Whether they may is decided by the database, which is asked with their own token.
 */
import type { BuilderCall } from './builder.ts';
import { answer, nothing, refuse } from '../_shared/browser-answers.ts';

export interface PublishDeps {
  /** Calls `request_publish` as the caller; the answer is passed on when it refuses. */
  readonly request: (
    token: string,
    note: string,
  ) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly callBuilder: BuilderCall;
  readonly markFailed: (id: string, reason: string) => Promise<void>;
}

const mostBytes = 10_000;

async function readNote(request: Request): Promise<string | null> {
  const text = await request.text();
  if (text.length > mostBytes) return null;
  if (text === '') return '';
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return null;
    const note = 'note' in body ? body.note : '';
    return typeof note === 'string' ? note : null;
  } catch {
    return null;
  }
}

/** Somebody asked before: the builder was told then, and that request must not be ended by this one. */
function isJoined(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'joined' in body && body.joined === true;
}

function idOf(body: unknown): string | null {
  return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
    ? body.id
    : null;
}

export async function handlePublish(request: Request, deps: PublishDeps): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  const token = request.headers.get('authorization') ?? '';
  const note = await readNote(request);
  if (note === null) return refuse(422, 'body_wrong', 'The body is {"note": "…"} or empty.');
  const made = await deps.request(token, note);
  const id = idOf(made.body);
  if (made.status !== 200 || id === null) return answer(made.status, made.body);
  const problem = await deps.callBuilder();
  if (problem === null || isJoined(made.body)) return answer(202, made.body);
  const reason = `${problem} The site is as it was; publish again later.`;
  await deps.markFailed(id, reason);
  return refuse(502, 'builder_unreachable', reason);
}
