/**
 * Puts failures of accounts into words: what happened as a title, what to do beside it.
 * Invariant: no sentence tells whether an address has an account.
 */
import type { BackendError } from '#shared/backend/errors.ts';
import { waitingSeconds } from '#shared/backend/waiting-time.ts';
import { weaknessWords } from '../model/password-strength.ts';

export interface AuthFailure {
  readonly kind: BackendError['kind'];
  readonly code: string | null;
  readonly title: string;
  readonly help: readonly string[];
  /** When the same may be asked again. */
  readonly waitSeconds: number | null;
}

const helpByCode = new Map<string, string>([
  [
    'otp_expired',
    'Codes and links work once, for an hour. Ask for a new one and use the newest e-mail.',
  ],
  ['same_password', 'Choose a different one.'],
  [
    'mfa_verification_failed',
    'Enter the code your app shows now. It changes every 30 seconds and works once.',
  ],
  ['email_not_confirmed', 'Open the link in our e-mail. We can resend it.'],
  ['phone_not_confirmed', 'Enter the code we texted you. We can resend it.'],
  ['reauthentication_not_valid', 'Ask for a new one.'],
  ['email_exists', 'Nothing has changed. Try another address.'],
  ['user_banned', 'Write to us to unlock it.'],
]);

export function toAuthFailure(error: BackendError): AuthFailure {
  const waitSeconds = waitingSeconds(error);
  return {
    kind: error.kind,
    code: error.code,
    title: error.message,
    help: helpFor(error, waitSeconds),
    waitSeconds,
  };
}

function helpFor(error: BackendError, waitSeconds: number | null): readonly string[] {
  const known = helpByCode.get(error.reason ?? error.code ?? '');
  if (known !== undefined) return [known];
  switch (error.kind) {
    case 'wrong_credentials':
      return ['Check the address and the password, or sign in with a code by e-mail.'];
    case 'weak_password':
      return [...weaknessWords(error.reasons), 'Three or four unrelated words make a good one.'];
    case 'limited':
      return [`Please wait ${waitSeconds ?? 60} seconds. Nothing you typed is lost.`];
    case 'signed_out':
      return ['Your session has ended. Sign in again: what you typed is still here.'];
    case 'unreachable':
    case 'aborted':
      return ['What you typed is still here.'];
    case 'forbidden':
    case 'not_found':
    case 'refused':
    case 'broken':
      return [];
  }
}

/** For what is noticed before anything is sent. */
export function ownFailure(title: string, help: readonly string[] = []): AuthFailure {
  return { kind: 'refused', code: null, title, help, waitSeconds: null };
}
