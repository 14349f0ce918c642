/**
 * An editor asks for the site to be built: the request is recorded as theirs, then the builder is
 * told. Whether they may is decided by the database, which is asked with their own token.
 */
import type { BuilderCall } from './builder.ts';
import type { Given } from '../../../src/shared/backend/given.ts';
import { answer, nothing, refuse } from '../_shared/browser-answers.ts';

export type Requested =
  | { readonly queued: Given<'request_publish'> }
  | { readonly queued: null; readonly status: number; readonly refusal: unknown };

export interface PublishDeps {
  /** Calls `request_publish` as the caller; a refusal is passed on. */
  readonly request: (token: string, note: string) => Promise<Requested>;
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

export async function handlePublish(request: Request, deps: PublishDeps): Promise<Response> {
  if (request.method === 'OPTIONS') return nothing();
  if (request.method !== 'POST') return refuse(405, 'not_post', 'Only POST is understood here.');
  const token = request.headers.get('authorization') ?? '';
  const note = await readNote(request);
  if (note === null) return refuse(422, 'body_wrong', 'The body is {"note": "…"} or empty.');
  const made = await deps.request(token, note);
  const { queued } = made;
  if (queued === null) return answer(made.status, made.refusal);
  const problem = await deps.callBuilder();
  // Somebody asked before: the builder was told then, and that request must not be ended by this one.
  if (problem === null || queued.joined) return answer(202, queued);
  const reason = `${problem} The site is as it was; publish again later.`;
  await deps.markFailed(queued.id, reason);
  return refuse(502, 'builder_unreachable', reason);
}
