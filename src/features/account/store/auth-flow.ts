/** Invariant: what was typed survives every step and every failure, passwords aside. */
import { atom } from 'nanostores';
import type { BackendError } from '#shared/backend/errors.ts';
import type { CodePurpose } from '../api/sign-in.ts';
import type { Contact } from '#shared/contact-address.ts';
import type { Result } from '#shared/result.ts';
import { safeReturnPath } from '#shared/return-path.ts';
import { toAuthFailure, type AuthFailure } from './auth-failure.ts';
import { $authRequest, closeAuth } from './auth-modal.ts';
import { $session, leaveSession, startSession } from './session.ts';
import { startWaiting } from './waiting.ts';

export type AuthStep =
  | { readonly name: 'sign-in' | 'sign-up' | 'forgotten' | 'new-password' | 'invitation' }
  /** `half-way`: an address changes once the other mailbox agrees too. */
  | { readonly name: 'landing' | 'half-way' }
  /** A new password may be chosen only after the second factor, where the account has one. */
  | { readonly name: 'second-factor' | 'recovery-code'; readonly isForPassword: boolean }
  | { readonly name: 'code'; readonly purpose: CodePurpose; readonly contact: Contact }
  /** A mail's link that can't be used here; the code of the same mail can. */
  | { readonly name: 'link-failed'; readonly purpose: CodePurpose };

export const $step = atom<AuthStep>({ name: 'sign-in' });
export const $address = atom('');
export const $isPending = atom(false);
export const $failure = atom<AuthFailure | null>(null);

export function goTo(step: AuthStep): void {
  $failure.set(null);
  $step.set(step);
}

/** Says what failed, and gives null then. */
export async function attempt<Value>(
  work: () => Promise<Result<Value, BackendError>>,
): Promise<{ readonly value: Value } | null> {
  if ($isPending.get()) return null;
  $isPending.set(true);
  $failure.set(null);
  try {
    const result = await work();
    if (result.ok) return { value: result.value };
    const failure = toAuthFailure(result.error);
    if (failure.waitSeconds !== null) startWaiting(failure.waitSeconds);
    $failure.set(failure);
    return null;
  } finally {
    $isPending.set(false);
  }
}

/** Where a mail's link leads back to: the page that the person is on, marked for the boot script. */
export function linkTarget(purpose: CodePurpose | 'email-change'): string {
  const { origin, href } = globalThis.location;
  const wanted = $authRequest.get()?.returnTo;
  const target = new URL(safeReturnPath(wanted) ?? href, origin);
  target.hash = '';
  target.searchParams.set('auth', purpose);
  return target.href;
}

/** Once somebody is signed in: a second factor first, where the account has one. */
export function proceed(purpose: CodePurpose): void {
  startSession();
  const session = $session.get();
  if (session.status === 'signed-in' && session.isSecondFactorDue) {
    goTo({ name: 'second-factor', isForPassword: purpose === 'recovery' });
  } else if (purpose === 'recovery') goTo({ name: 'new-password' });
  else finishSignIn();
}

export function finishSignIn(): void {
  const returnTo = safeReturnPath($authRequest.get()?.returnTo);
  goTo({ name: 'sign-in' });
  closeAuth();
  if (returnTo !== null && returnTo !== currentPath()) globalThis.location.assign(returnTo);
}

function currentPath(): string {
  const { pathname, search, hash } = globalThis.location;
  return pathname + search + hash;
}

/** Closing before the second factor was given must not leave half a session behind. */
export async function leaveFlow(): Promise<void> {
  const { name } = $step.get();
  const isHalfWay = name === 'second-factor' || name === 'recovery-code';
  const reason = $authRequest.get()?.reason;
  const wasSignedIn = reason === 'second-factor' || reason === 'code-again';
  closeAuth();
  // Whoever looks for the code in the mailbox finds the field for it again.
  if (name !== 'code') goTo({ name: 'sign-in' });
  if (isHalfWay && !wasSignedIn) await leaveSession('local');
}

/** Opens at what was asked for, or at what a mail's link brought. */
export function startAuthFlow(): void {
  startSession();
  $authRequest.subscribe((request) => {
    if (request === null) return;
    const session = $session.get();
    if (request.link !== undefined) goTo({ name: 'landing' });
    else if (
      session.status === 'signed-in' &&
      (session.isSecondFactorDue || request.reason === 'code-again')
    ) {
      goTo({ name: 'second-factor', isForPassword: false });
    }
  });
}

export function purposeOf(text: string): CodePurpose {
  return text === 'sign-up' || text === 'recovery' ? text : 'sign-in';
}
