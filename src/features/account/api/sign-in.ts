/** Invariant: no answer tells whether an address has an account. */
import type { Contact } from '#shared/contact-address.ts';
import { fail, succeed, type Result } from '#shared/result.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import { toBackendError, type BackendError } from '#shared/backend/errors.ts';

declare const KEYWRIGHT_LANGUAGE: string | undefined;
/** Of the pages that ask. */
const language = typeof KEYWRIGHT_LANGUAGE === 'undefined' ? 'en' : KEYWRIGHT_LANGUAGE;

/** Whoever saves their details gets the mails that prove an address in the language of that page, too. */
export async function tellLanguage({ auth }: Backend): Promise<void> {
  const { data } = await auth.getSession();
  const told: unknown = data.session?.user.user_metadata['language'] ?? 'en';
  if (told !== language) await auth.updateUser({ data: { language } });
}

function addressOf({ kind, value }: Contact): { email: string } | { phone: string } {
  return kind === 'email' ? { email: value } : { phone: value };
}

function settle<Value>(value: Value, error: unknown): Result<Value, BackendError> {
  return error === null ? succeed(value) : fail(toBackendError(error));
}

export async function signIn(
  contact: Contact,
  password: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const { error } = await auth.signInWithPassword({ ...addressOf(contact), password });
  return settle(null, error);
}

/** `isSignedIn` where the project confirms no addresses; otherwise a code is on its way. */
export async function signUp(
  contact: Contact,
  password: string,
  linkTarget: string,
  backend: Promise<Backend> = getBackend(),
): Answer<{ readonly isSignedIn: boolean }> {
  const { auth } = await backend;
  const options = contact.kind === 'email' ? { options: { emailRedirectTo: linkTarget } } : {};
  // Mails about an account follow the language that it was made in, until it says another.
  const { data, error } =
    language === 'en'
      ? await auth.signUp({ ...addressOf(contact), password, ...options })
      : await auth.signUp({
          ...addressOf(contact),
          password,
          options: { ...options.options, data: { language } },
        });
  return settle({ isSignedIn: data.session !== null }, error);
}

export async function resendConfirmation(
  contact: Contact,
  linkTarget: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const { error } = await (contact.kind === 'email'
    ? auth.resend({
        type: 'signup',
        email: contact.value,
        options: { emailRedirectTo: linkTarget },
      })
    : auth.resend({ type: 'sms', phone: contact.value }));
  return settle(null, error);
}

/** A link and a code, or a code by text message. Nobody is signed up by it. */
export async function sendSignInCode(
  contact: Contact,
  linkTarget: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const { error } = await (contact.kind === 'email'
    ? auth.signInWithOtp({
        email: contact.value,
        options: { shouldCreateUser: false, emailRedirectTo: linkTarget },
      })
    : auth.signInWithOtp({ phone: contact.value, options: { shouldCreateUser: false } }));
  // A hosted project tells here that an address has no account; nobody else may learn it.
  if (error?.code === 'otp_disabled') return succeed(null);
  return settle(null, error);
}

export async function sendRecovery(
  email: string,
  linkTarget: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const { error } = await auth.resetPasswordForEmail(email, { redirectTo: linkTarget });
  return settle(null, error);
}

export type CodePurpose = 'sign-up' | 'sign-in' | 'recovery';

export async function verifyCode(
  contact: Contact,
  code: string,
  purpose: CodePurpose,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const token = code.replaceAll(/\D/g, '');
  const { error } = await (contact.kind === 'phone'
    ? auth.verifyOtp({ phone: contact.value, token, type: 'sms' })
    : auth.verifyOtp({
        email: contact.value,
        token,
        type: purpose === 'recovery' ? 'recovery' : 'email',
      }));
  return settle(null, error);
}

/** The link of a mail, opened in the browser that asked for it. */
export async function redeemLink(
  code: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const { error } = await auth.exchangeCodeForSession(code);
  return settle(null, error);
}

export async function changePassword(
  password: string,
  nonce?: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { auth } = await backend;
  const { error } = await auth.updateUser({ password, ...(nonce ? { nonce } : {}) });
  return settle(null, error);
}
