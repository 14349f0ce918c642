// chunk: session
/**
 * Whoever asks says why and where to go afterwards; the dialog itself is loaded by the first that
 * asks.
 */
import { atom } from 'nanostores';
import type { LandedLink } from '../model/landed-link.ts';

export type AuthReason =
  | 'account'
  | 'checkout'
  | 'list'
  | 'design'
  | 'staff'
  | 'session-lost'
  | 'second-factor'
  /** The code was given, but too long ago for what is being changed. */
  | 'code-again';

export interface AuthRequest {
  readonly reason: AuthReason;
  /** A path of this site; without one the person stays where they are. */
  readonly returnTo?: string;
  readonly link?: LandedLink;
}

export const $authRequest = atom<AuthRequest | null>(null);

/** The same question from several parts of a page is asked once; a mail's link comes first. */
export function openAuth(request: AuthRequest): void {
  if ($authRequest.get() === null || request.link !== undefined) $authRequest.set(request);
  // The layout hears it and loads the dialog, unless it is there already. Each press says it again: the
  // one before may have found no network.
  if ('window' in globalThis) dispatchEvent(new CustomEvent('keywright:auth'));
}

export function closeAuth(): void {
  $authRequest.set(null);
}
