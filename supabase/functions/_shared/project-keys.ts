/**
 * The keys of the project as its platform hands them to functions. New projects have several of each kind,
 * as JSON from name to key; older ones have one legacy key that is a token. Invariant: a new key is no token
 * and never travels as one.
 */
import type { FunctionEnvironment } from './report-error.ts';

function namedKeys(text: string | undefined): readonly string[] {
  if (!text) return [];
  try {
    const keys: unknown = JSON.parse(text);
    if (typeof keys !== 'object' || keys === null) return [];
    const { default: first, ...others } = keys as Readonly<Record<string, unknown>>;
    return [first, ...Object.values(others)].filter(
      (key): key is string => typeof key === 'string' && key !== '',
    );
  } catch {
    return [];
  }
}

/** Every secret key that counts, the one to use first. */
export function secretKeys(environment: FunctionEnvironment): readonly string[] {
  const others = [environment['SUPABASE_SECRET_KEY'], environment['SUPABASE_SERVICE_ROLE_KEY']];
  const known = [...namedKeys(environment['SUPABASE_SECRET_KEYS']), ...others];
  return [...new Set(known.filter((key): key is string => Boolean(key)))];
}

export function publishableKey(environment: FunctionEnvironment): string {
  const [named] = namedKeys(environment['SUPABASE_PUBLISHABLE_KEYS']);
  return named || environment['SUPABASE_PUBLISHABLE_KEY'] || environment['SUPABASE_ANON_KEY'] || '';
}

/** What a request of the one who holds the key says of itself. */
export function keyHeaders(key: string): Readonly<Record<string, string>> {
  const isToken = key.split('.').length === 3;
  return isToken ? { apikey: key, authorization: `Bearer ${key}` } : { apikey: key };
}

export function serviceHeaders(environment: FunctionEnvironment): Readonly<Record<string, string>> {
  return keyHeaders(secretKeys(environment)[0] ?? '');
}
