/**
 * The invitation that a mail's link brought. Its secret is kept in this browser until it is answered:
 * whoever makes an account first comes back through another mail, in another tab.
 */
import { atom } from 'nanostores';
import { storedText } from '#shared/stored-text.ts';
import { settle } from '#features/account/store/account.ts';
import { toAuthFailure, type AuthFailure } from '#features/account/store/auth-failure.ts';
import { $address, goTo } from '#features/account/store/auth-flow.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import {
  acceptStaffInvitation,
  openStaffInvitation,
  type AcceptedInvitation,
  type OpenInvitation,
} from '../api/staff-invitations.ts';

export type OwnInvitation =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'failed'; readonly failure: AuthFailure; readonly isDead: boolean }
  | { readonly status: 'open'; readonly invitation: OpenInvitation }
  | { readonly status: 'accepted'; readonly accepted: AcceptedInvitation };

export const $ownInvitation = atom<OwnInvitation>({ status: 'none' });

const key = 'keywright:staff-invitation';
let token: string | null = null;

/** Behind the # of the mail's link; it is taken out of the address at once. */
export function takeInvitation(): boolean {
  const brought = new URLSearchParams(location.hash.slice(1)).get('invitation');
  if (brought !== null) {
    history.replaceState(history.state, '', location.pathname);
    keep(brought);
  }
  token = brought ?? storedText(key);
  if (token !== null && $ownInvitation.get().status === 'none') void readInvitation();
  return token !== null;
}

function keep(text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is forbidden: the invitation stands in this tab alone.
  }
}

export async function readInvitation(): Promise<void> {
  if (token === null) return;
  $ownInvitation.set({ status: 'loading' });
  const result = await openStaffInvitation(token);
  if (result.ok) $ownInvitation.set({ status: 'open', invitation: result.value });
  else fail(toAuthFailure(result.error));
}

function fail(failure: AuthFailure): void {
  const isDead = failure.kind === 'not_found';
  if (isDead) keep(null);
  $ownInvitation.set({ status: 'failed', failure, isDead });
}

/** With the very address that was invited. */
export function signInToAccept({ email, has_account: hasAccount }: OpenInvitation): void {
  $address.set(email);
  goTo({ name: hasAccount ? 'sign-in' : 'sign-up' });
  openAuth({ reason: 'account' });
}

export async function acceptInvitation(): Promise<AuthFailure | null> {
  if (token === null) return null;
  const result = await acceptStaffInvitation(token);
  if (result.ok) {
    keep(null);
    $ownInvitation.set({ status: 'accepted', accepted: result.value });
    return null;
  }
  const failure = settle(result);
  if (failure?.kind === 'not_found') fail(failure);
  return failure;
}

export function setInvitationAside(): void {
  token = null;
  keep(null);
  $ownInvitation.set({ status: 'none' });
}
