/**
 * Invariant: a body is bounded, is an object, and each field has the type that its reader names.
 */
import { isJsonTooDeep } from '../nesting.ts';
import { readText } from '../request-body.ts';
import { entityTooLarge, invalidRequest } from './storage-errors.ts';

const longestJsonBytes = 1024 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function readFields(request: Request): Promise<Fields> {
  const text = await readText(request, longestJsonBytes, () => entityTooLarge('body'));
  if (text === '') return {};
  if (isJsonTooDeep(text)) throw invalidRequest('The body is nested too deeply');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest('The body is not valid JSON');
  }
  if (!isFields(value)) throw invalidRequest('body must be object');
  return value;
}

export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') {
    throw invalidRequest(`body must have required property '${name}'`);
  }
  return value;
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw invalidRequest(`body/${name} must be string`);
}

export function optionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalidRequest(`body/${name} must be boolean`);
}

export function integerField(
  fields: Fields,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback?: number },
): number {
  const value = fields[name] ?? fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least) {
    throw invalidRequest(`body/${name} must be integer >= ${least}`);
  }
  return Math.min(value, most);
}

export function optionalFields(fields: Fields, name: string): Fields | undefined {
  const value = fields[name] ?? undefined;
  if (value === undefined || isFields(value)) return value;
  throw invalidRequest(`body/${name} must be object`);
}

export function textList(fields: Fields, name: string, most: number): readonly string[] {
  const value = fields[name];
  if (!Array.isArray(value) || value.length > most) {
    throw invalidRequest(`body/${name} must be an array of at most ${most} strings`);
  }
  return value.map((item: unknown) => {
    if (typeof item === 'string') return item;
    throw invalidRequest(`body/${name} must be an array of strings`);
  });
}
