/** Invariant: the reasons are GoTrue's words (`length`, `characters`, `pwned`). */
import type { AuthSettings, PasswordRequirements } from './auth-options.ts';
import { commonPasswords } from './common-passwords.ts';
import { fail } from './errors.ts';

/** bcrypt on a hosted project reads no further, so nothing longer is accepted here either. */
const maxBytes = 72;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

const requiredCharacters: Readonly<Record<PasswordRequirements, readonly string[]>> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};

export interface Weakness {
  readonly reason: 'length' | 'characters' | 'pwned';
  readonly message: string;
}

export function weaknessesOf(password: string, settings: AuthSettings): Weakness[] {
  const weaknesses: Weakness[] = [];
  if (password.length < settings.passwordLength) {
    weaknesses.push({
      reason: 'length',
      message: `Password should be at least ${settings.passwordLength} characters.`,
    });
  }
  const sets = requiredCharacters[settings.passwordRequirements];
  if (sets.some((set) => ![...set].some((character) => password.includes(character)))) {
    weaknesses.push({
      reason: 'characters',
      message: `Password should contain at least one character of each: ${sets.join(', ')}.`,
    });
  }
  if (commonPasswords.has(password.toLowerCase())) {
    weaknesses.push({
      reason: 'pwned',
      message: 'Password is known to be weak and easy to guess, please choose a different one.',
    });
  }
  return weaknesses;
}

export function requireStrongPassword(password: string, settings: AuthSettings): void {
  if (Buffer.byteLength(password) > maxBytes) {
    fail(422, 'validation_failed', `Password cannot be longer than ${maxBytes} characters`);
  }
  const weaknesses = weaknessesOf(password, settings);
  if (weaknesses.length === 0) return;
  fail(422, 'weak_password', weaknesses.map((weakness) => weakness.message).join(' '), {
    body: { weak_password: { reasons: weaknesses.map((weakness) => weakness.reason) } },
  });
}
