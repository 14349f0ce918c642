/** Each action ends in another step or in a failure that the step shows. */
import { redeemRecoveryCode } from '../api/account-safety.ts';
import { giveSecondFactor } from '../api/second-factor.ts';
import {
  changePassword,
  redeemLink,
  resendConfirmation,
  sendRecovery,
  sendSignInCode,
  signIn,
  signUp,
  verifyCode,
  type CodePurpose,
} from '../api/sign-in.ts';
import { parseContact, parseEmail, type Contact } from '#shared/contact-address.ts';
import type { LandedLink } from '../model/landed-link.ts';
import { noteCode } from './code-again.ts';
import { refreshPerson } from './session.ts';
import { ownFailure } from './auth-failure.ts';
import {
  $address,
  $failure,
  attempt,
  $step,
  finishSignIn,
  goTo,
  linkTarget,
  proceed,
  purposeOf,
} from './auth-flow.ts';

/** Keeps what was typed; null, with the reason shown, when it can't be an address. */
function readContact(typed: string, parse: typeof parseContact = parseContact): Contact | null {
  $address.set(typed);
  const contact = parse(typed);
  if (contact.ok) return contact.value;
  $failure.set(ownFailure(contact.error));
  return null;
}

export async function signInWithPassword(typed: string, password: string): Promise<void> {
  const contact = readContact(typed);
  if (contact === null) return;
  if (password === '') {
    $failure.set(ownFailure('Enter your password, or get a code by e-mail.'));
    return;
  }
  const done = await attempt(() => signIn(contact, password));
  if (done) return proceed('sign-in');
  const code = $failure.get()?.code;
  if (code === 'email_not_confirmed' || code === 'phone_not_confirmed') {
    const failure = $failure.get();
    goTo({ name: 'code', purpose: 'sign-up', contact });
    $failure.set(failure);
  }
}

export async function signUpWithPassword(typed: string, password: string): Promise<void> {
  const contact = readContact(typed);
  if (contact === null) return;
  const done = await attempt(() => signUp(contact, password, linkTarget('sign-up')));
  if (!done) return;
  if (done.value.isSignedIn) proceed('sign-up');
  else goTo({ name: 'code', purpose: 'sign-up', contact });
}

export async function askForCode(typed: string): Promise<void> {
  const contact = readContact(typed);
  if (contact === null) return;
  const done = await attempt(() => sendSignInCode(contact, linkTarget('sign-in')));
  if (done) goTo({ name: 'code', purpose: 'sign-in', contact });
}

export async function askForRecovery(typed: string): Promise<void> {
  const contact = readContact(typed, parseEmail);
  if (contact === null) return;
  const done = await attempt(() => sendRecovery(contact.value, linkTarget('recovery')));
  if (done) goTo({ name: 'code', purpose: 'recovery', contact });
}

/** True when another one is on its way. */
export async function sendAgain(contact: Contact, purpose: CodePurpose): Promise<boolean> {
  const target = linkTarget(purpose);
  const done = await attempt(() => {
    if (purpose === 'sign-up') return resendConfirmation(contact, target);
    return purpose === 'recovery'
      ? sendRecovery(contact.value, target)
      : sendSignInCode(contact, target);
  });
  return done !== null;
}

function isWhole(code: string): boolean {
  const isSix = code.replaceAll(/\D/g, '').length >= 6;
  if (!isSix) $failure.set(ownFailure('The code has six digits.'));
  return isSix;
}

export async function enterCode(
  contact: Contact,
  code: string,
  purpose: CodePurpose,
): Promise<void> {
  if (!isWhole(code)) return;
  const done = await attempt(() => verifyCode(contact, code, purpose));
  if (done) proceed(purpose);
}

/** Whoever is invited has no password yet, and is asked for one. */
export async function acceptInvitation(typed: string, code: string): Promise<void> {
  const contact = readContact(typed, parseEmail);
  if (contact === null || !isWhole(code)) return;
  const done = await attempt(() => verifyCode(contact, code, 'sign-in'));
  if (done) proceed('recovery');
}

/** A link counts once, wherever it was opened: the way on is a newer mail, asked for by this browser. */
export async function askForNewMail(typed: string, purpose: CodePurpose): Promise<void> {
  await (purpose === 'recovery' ? askForRecovery(typed) : askForCode(typed));
}

export async function landWith(link: LandedLink): Promise<void> {
  const purpose = purposeOf(link.purpose);
  const { code, message } = link;
  if (link.purpose === 'invitation') return goTo({ name: 'invitation' });
  if (code === null && message !== null) return goTo({ name: 'half-way' });
  const done = code === null ? null : await attempt(() => redeemLink(code));
  if (done) return proceed(purpose);
  const failure = $failure.get();
  goTo({ name: 'link-failed', purpose });
  $failure.set(failure?.kind === 'unreachable' ? failure : null);
}

export async function choosePassword(password: string): Promise<void> {
  const done = await attempt(() => changePassword(password));
  if (done) finishSignIn();
}

export async function enterSecondFactor(code: string): Promise<void> {
  const step = $step.get();
  const done = await attempt(() => giveSecondFactor(code));
  if (!done) return;
  noteCode();
  proceed('isForPassword' in step && step.isForPassword ? 'recovery' : 'sign-in');
}

export async function enterRecoveryCode(code: string): Promise<void> {
  const step = $step.get();
  const done = await attempt(() => redeemRecoveryCode(code));
  if (!done) return;
  // The stored session still asks for the factor that is gone.
  await refreshPerson();
  noteCode();
  proceed('isForPassword' in step && step.isForPassword ? 'recovery' : 'sign-in');
}
