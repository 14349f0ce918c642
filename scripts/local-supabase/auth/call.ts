/** Invariant: what arrives is bounded and of the expected type, or is refused with `bad_json`. */
import type { JSONValue, Sql, TransactionSql } from 'postgres';
import type { Caller, LocalContext } from '../context.ts';
import { isJsonTooDeep } from '../nesting.ts';
import { readText } from '../request-body.ts';
import type { AuthSettings } from './auth-options.ts';
import { AuthFailure, fail } from './errors.ts';
import type { Mailer } from './mails.ts';
import type { Secrets } from './secrets.ts';

const maxBodyBytes = 1024 * 1024;

export type JsonObject = { readonly [name: string]: JSONValue };
/** Statements run the same inside a transaction and outside one. */
export type Database = Sql | TransactionSql;

/** What every part of auth works with. */
export interface AuthParts {
  readonly context: LocalContext;
  readonly settings: AuthSettings;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
}

export interface AuthCall {
  readonly request: Request;
  readonly url: URL;
  readonly body: JsonObject;
  /** Who called, as far as the API key and token say; null on the routes that need no key. */
  readonly caller: Caller | null;
  readonly clientAddress: string;
  readonly userAgent: string;
  /** The changing parts of the route's path, in order. */
  readonly parameters: readonly string[];
}

export type AuthHandler = (parts: AuthParts, call: AuthCall) => Promise<Response>;

export async function readBody(request: Request): Promise<JsonObject> {
  if (request.method === 'GET' || request.method === 'HEAD' || !request.body) return {};
  const text = await readText(request, maxBodyBytes, tooLarge);
  if (text.trim() === '') return {};
  const value = parseJson(text);
  if (!isJsonObject(value))
    fail(400, 'bad_json', 'Could not parse request body as JSON: an object is needed');
  return value;
}

const tooLarge = () =>
  new AuthFailure(413, 'request_too_large', 'Request body is larger than 1 MiB');

function parseJson(text: string): unknown {
  if (isJsonTooDeep(text))
    fail(400, 'bad_json', 'Could not parse request body as JSON: it is nested too deeply');
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'not JSON';
    return fail(400, 'bad_json', `Could not parse request body as JSON: ${why}`);
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textField(body: JsonObject, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') return wrongType(name, 'string');
  // Postgres refuses a NUL in text, and no address, code or password has one.
  if (value.includes('\0')) return wrongType(name, 'string without NUL');
  return value;
}

export function flagField(body: JsonObject, name: string, otherwise = false): boolean {
  const value = body[name] ?? otherwise;
  return typeof value === 'boolean' ? value : wrongType(name, 'bool');
}

export function objectField(body: JsonObject, name: string): JsonObject | null {
  const value = body[name] ?? null;
  if (value === null) return null;
  if (!isJsonObject(value)) return wrongType(name, 'object');
  if (JSON.stringify(value).includes('\\u0000')) return wrongType(name, 'object without NUL');
  return value;
}

function wrongType(name: string, wanted: string): never {
  return fail(400, 'bad_json', `Could not parse request body as JSON: ${name} must be a ${wanted}`);
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuidPattern.test(text);
