/** Invariant: what is parsed is what the backend keeps: small letters, or + and digits. */
import { fail, succeed, type Result } from './result.ts';

export type Contact =
  | { readonly kind: 'email'; readonly value: string }
  | { readonly kind: 'phone'; readonly value: string };

const emailPattern = /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@.<>"(),;:\\[\]]{2,}$/;
const longestEmail = 254;
const phonePattern = /^\+[1-9]\d{6,14}$/;

/**
 * @example parseContact(' Ada@Example.org ') // { kind: 'email', value: 'ada@example.org' }
 * @example parseContact('0031 (0)20 123 45 67') // { kind: 'phone', value: '+31201234567' }
 */
export function parseContact(typed: string): Result<Contact, string> {
  const text = typed.trim();
  if (text === '') return fail('Enter your e-mail address or phone number.');
  return text.includes('@') ? parseEmail(text) : parsePhone(text);
}

export function parseEmail(typed: string): Result<Contact, string> {
  const value = typed.trim().toLowerCase();
  if (emailPattern.test(value) && value.length <= longestEmail) {
    return succeed({ kind: 'email', value });
  }
  return fail('Enter an e-mail address such as name@example.org.');
}

export function parsePhone(typed: string): Result<Contact, string> {
  const value = typed
    .trim()
    .replaceAll(/\(0\)|[\s().\-/]/g, '')
    .replace(/^00/, '+');
  if (phonePattern.test(value)) return succeed({ kind: 'phone', value });
  if (/^\d+$/.test(value))
    return fail('Begin the number with + and the country: +31 20 123 45 67.');
  return fail('Enter an e-mail address, or a phone number with its country code, such as +31.');
}
