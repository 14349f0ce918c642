// chunk: boot
/**
 * Invariant: a browser that asks not to be tracked has refused, whatever was stored or pressed.
 */

export type Consent = 'unknown' | 'granted' | 'refused';

export const consentStorageKey = 'keywright:consent';

export interface PrivacySignals {
  readonly doNotTrack?: string | null | undefined;
  readonly globalPrivacyControl?: boolean | undefined;
}

/** True when Do-Not-Track or Global Privacy Control is on: then nobody is asked. */
export function refusesTracking(signals: PrivacySignals): boolean {
  return /^(1|yes)$/.test(`${signals.doNotTrack}`) || signals.globalPrivacyControl === true;
}

export function readConsent(
  signals: PrivacySignals,
  storage: () => Pick<Storage, 'getItem'>,
): Consent {
  if (refusesTracking(signals)) return 'refused';
  try {
    const stored = storage().getItem(consentStorageKey);
    if (stored === 'granted' || stored === 'refused') return stored;
  } catch {
    // Where nothing can be kept, nothing was chosen.
  }
  return 'unknown';
}

export function storedConsent(): Consent {
  return 'window' in globalThis ? readConsent(navigator, () => localStorage) : 'unknown';
}

export function keepConsent(consent: string): void {
  try {
    // Other tabs listen for the choice itself, so its moment is there before it.
    localStorage.setItem(`${consentStorageKey}-at`, new Date().toISOString());
    localStorage.setItem(consentStorageKey, consent);
  } catch {
    // A full or blocked storage only means that the next page asks again.
  }
}
