/**
 * Invariant: an address that somebody entered is called over HTTPS alone, never inside the platform's own
 * network. A name that leads inside has no certificate there, so that the call ends before it says anything.
 */
import type { FunctionEnvironment } from './report-error.ts';

/** Names and numbers of this machine and of networks that nobody outside reaches. */
const inside = [
  /^localhost$/,
  /\.(?:localhost|local|internal|home|lan|intranet|arpa)$/,
  // An address in numbers is never what a chat gives, whichever it is.
  /^[\d.]+$/,
  /^0x/,
  /^\[/,
];

function isInside(host: string): boolean {
  return !host.includes('.') || inside.some((pattern) => pattern.test(host));
}

/** Null where it must not be called. */
export function outsideAddress(text: string, environment: FunctionEnvironment): URL | null {
  const url = URL.parse(text);
  if (url === null) return null;
  // The embedded shop runs on somebody's desk, and so may what it calls.
  const isEmbedded = ['localhost', '127.0.0.1'].includes(
    URL.parse(environment['SUPABASE_URL'] ?? '')?.hostname ?? '',
  );
  if (isEmbedded && ['localhost', '127.0.0.1'].includes(url.hostname)) return url;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const isPlain = url.username === '' && url.password === '' && url.port === '';
  return url.protocol === 'https:' && isPlain && !isInside(host) ? url : null;
}

export const isDiscord = (host: string): boolean => /(?:^|\.)discord(?:app)?\.com$/.test(host);

/** Marks that chats read as commands or links are only characters. */
export const plainForChats = (text: string): string =>
  text
    .replaceAll(/[&<>@*_~`|\\[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
