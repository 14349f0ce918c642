/** Invariant: what looks personal, secret or encoded is replaced, never shortened or hashed. */
const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const email = /[\p{L}\p{N}._%+'!#$&*/=?^`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*/giu;
const jsonWebToken = /eyJ[\w-]{5,}(?:\.[\w-]*){0,2}/g;
const knownKey = /\b(?:sb|sk|pk|rk|gh[a-z]|xox[a-z]|whsec|glpat)_[\w-]{4,}/gi;
const namedSecret =
  /\b(bearer|basic|(?:[\w-]*(?:token|secret|passw(?:or)?d|apikey|api[_-]key|cookie|authorization|session|otp|pin|code|signature))["']?\s*[=:])\s*["']?[^\s"',;&]+/gi;
const longToken = /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi;
const ipAddress = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{1,4}:){3,7}:?[0-9a-f]{1,4}\b/gi;
const ukPostcode = /\b[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}\b/gi;
const streetBeforeNumber =
  /\b(?:(?:rue|via|viale|calle|avenida|rua|place|plaza|piazza|boulevard)\s[\p{L}'. -]{2,40}?|[\p{L}'.-]*(?:stra(?:ß|ss)e|str\.|straat|gasse|platz|allee|weg|laan|gatan|vägen|gata|vej|katu))\s*,?\s\d+\s?[a-z]?\b/giu;
const numberBeforeStreet =
  /\b\d+[a-z]?,?\s(?:(?:[\p{L}'.-]+\s){0,4}(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|court|ct|square|sq|terrace|close|way|boulevard|blvd|highway|hwy)\b\.?|(?:rue|quai|chemin|place|allée|impasse)\s(?:[\p{L}'-]+\s?){1,4})/giu;
const poBox = /\bp\.?\s?o\.?\s?box\s\d+/gi;
const digitRun = /\+?\(?\d(?:[\d\s()./-]{5,}\d)/g;
const encodedRun = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
const webAddress = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`)\]]+/gi;

/** Percent, plus and \u escapes are undone first, so that encoded values meet the same patterns. */
export function decodeEscapes(text: string): string {
  let decoded = text;
  for (let round = 0; round < 3; round += 1) {
    const before = decoded;
    decoded = decoded
      .replace(/(?:%[0-9a-f]{2})+/gi, decodePercents)
      .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
      .replace(/&#(\d{2,5});/g, (_, code: string) => String.fromCodePoint(Number(code)));
    if (decoded === before) break;
  }
  return decoded;
}

function decodePercents(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return ' ';
  }
}

/** True for base64 and base64url, at any alignment, that hides readable text. */
function hidesText(run: string): boolean {
  const body = run.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  for (let start = 0; start < 4; start += 1) {
    const whole = body.slice(start, start + Math.floor((body.length - start) / 4) * 4);
    if (whole.length >= 12 && isReadable(whole)) return true;
  }
  return body.length % 4 !== 1 && isReadable(body);
}

function isReadable(base64: string): boolean {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !/[\p{Cc}\p{Co}\p{Cn}]/u.test(text.replace(/[\r\n\t]/g, ''));
  } catch {
    return false;
  }
}

function redactNumbers(text: string, fewestDigits: number): string {
  return text.replace(digitRun, (run) =>
    run.replace(/\D/g, '').length >= fewestDigits ? '[number]' : run,
  );
}

function redactPatterns(text: string, fewestDigits: number): string {
  const named = decodeEscapes(text)
    .replace(jsonWebToken, '[token]')
    .replace(knownKey, '[token]')
    .replace(namedSecret, '$1 [secret]')
    .replace(email, '[e-mail]')
    .replace(uuid, '[id]')
    .replace(ipAddress, '[address]')
    .replace(streetBeforeNumber, '[address]')
    .replace(numberBeforeStreet, '[address]')
    .replace(poBox, '[address]')
    .replace(ukPostcode, '[address]');
  return redactNumbers(named, fewestDigits)
    .replace(encodedRun, (run) => (hidesText(run) ? '[encoded]' : run))
    .replace(longToken, '[token]');
}

/** For short values that a person chose in public, such as a campaign's name. */
export function redactPersonal(text: string): string {
  return redactPatterns(text, 9);
}

/** Where a page or a script is, without who is there: no query, no hash, no credentials, no ids. */
export function scrubUrl(address: string): string {
  const [, origin = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(address) ?? [];
  const host = origin.replace(/\/\/[^@/]*@/, '//');
  return host + rest.split('/').map(scrubSegment).join('/');
}

function scrubSegment(segment: string): string {
  if (/^(?:[a-z]+|[a-z]+(?:-[a-z0-9]{1,8})+)$/.test(segment) && segment.length <= 60) {
    return redactPatterns(segment, 8);
  }
  if (/^[\w@.[\]-]+\.(?:[cm]?[jt]sx?|astro|html|css)$/.test(segment)) return segment;
  return /^(?:|\.|\.\.|_[a-z]+|@?[a-z]+|[a-z]+_[a-z]+|\d{1,4})$/.test(segment) ? segment : '[id]';
}

const harmlessCode =
  /^[^\p{L}\p{N}]*(?:\d{1,4}|[A-Za-z]{1,12}\d{1,2}|PT\d{3}|PGRST\d{3})[^\p{L}\p{N}]*$/u;

function scrubWord(word: string): string {
  if (/^[^\p{L}]*[a-z][a-z0-9+.-]*:\/\//iu.test(word)) return word;
  if (word.length <= 40 && !/\d/.test(word)) return word;
  return harmlessCode.test(word) ? word : '[id]';
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Whatever a visitor has typed, wherever it turns up. Longer values go first: they hold shorter ones. */
function redactKnown(text: string, knownValues: readonly string[]): string {
  const parts = knownValues
    .flatMap((value) => [value, ...value.split(/[\s,;]+/).filter((word) => word.length >= 6)])
    .map((value) => value.trim())
    .filter((value) => value.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  if (parts.length === 0) return text;
  return text.replace(new RegExp(parts.map(escapePattern).join('|'), 'giu'), '[typed]');
}

/** For text that a program wrote: keeps words, drops what they were about. */
export function scrubText(text: string, knownValues: readonly string[] = []): string {
  const known = redactKnown(decodeEscapes(text.slice(0, 2000)), knownValues);
  return redactPatterns(known.replace(webAddress, scrubUrl), 8)
    .replace(/"[^"]*"/g, '"…"')
    .split(/(\s+)/)
    .map(scrubWord)
    .join('')
    .slice(0, 500);
}
