/**
 * Invariant: one mailbox has one spelling in the database (lower case; digits without the plus).
 */
import { type JsonObject, textField } from './call.ts';
import { fail, failValidation } from './errors.ts';

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const phonePattern = /^[1-9]\d{6,14}$/;

export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email === '') return failValidation('An email address is required');
  if (email.length > 255) return failValidation('An email address is too long');
  if (!emailPattern.test(email)) {
    return failValidation('Unable to validate email address: invalid format');
  }
  return email;
}

export function parsePhone(text: string): string {
  const phone = text.replaceAll(/[\s()-]/g, '').replace(/^\+/, '');
  if (!phonePattern.test(phone)) {
    return failValidation('Invalid phone number format (E.164 required)');
  }
  return phone;
}

export type Address =
  | { readonly kind: 'email'; readonly value: string }
  | { readonly kind: 'phone'; readonly value: string };

/** The one address that a body names; null when it names none. */
export function addressField(body: JsonObject, bothMessage: string): Address | null {
  const email = textField(body, 'email');
  const phone = textField(body, 'phone');
  if (email !== '' && phone !== '') return failValidation(bothMessage);
  if (email !== '') return { kind: 'email', value: parseEmail(email) };
  if (phone !== '') return { kind: 'phone', value: parsePhone(phone) };
  return null;
}

export function requireAddressEnabled(
  kind: Address['kind'],
  settings: { readonly emailEnabled: boolean; readonly phoneEnabled: boolean },
  what: 'signups' | 'logins',
): void {
  if (kind === 'email' && !settings.emailEnabled) {
    fail(400, 'email_provider_disabled', `Email ${what} are disabled`);
  }
  if (kind === 'phone' && !settings.phoneEnabled) {
    fail(400, 'phone_provider_disabled', `Phone ${what} are disabled`);
  }
}
