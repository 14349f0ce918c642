import { atom } from 'nanostores';
import { keepConsent, refusesTracking, storedConsent, type Consent } from './stored-consent.ts';

export const $consent = atom<Consent>(storedConsent());

export function grantConsent(): void {
  decide('granted');
}

export function refuseConsent(): void {
  decide('refused');
}

/** Takes over what another tab decided. */
export function rereadConsent(): void {
  $consent.set(storedConsent());
}

/** True when the browser has answered for the visitor, so that asking would be noise. */
export function isConsentDecidedByBrowser(): boolean {
  return refusesTracking(navigator);
}

function decide(consent: Consent): void {
  if (isConsentDecidedByBrowser()) return;
  keepConsent(consent);
  $consent.set(consent);
}
