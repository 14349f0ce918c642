// chunk: boot
/**
 * Invariant: a browser that asks not to be tracked has refused, whatever was stored or pressed.
 */

export type Consent = 'unknown' | 'granted' | 'refused';

export const consentStorageKey = 'keywright:consent';

export interface ConsentSurroundings {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null;
  readonly doNotTrack: string | null | undefined;
  readonly globalPrivacyControl: boolean | undefined;
}

/** True when Do-Not-Track or Global Privacy Control is on: then nobody is asked. */
export function refusesTracking(surroundings: ConsentSurroundings): boolean {
  const { doNotTrack, globalPrivacyControl } = surroundings;
  return doNotTrack === '1' || doNotTrack === 'yes' || globalPrivacyControl === true;
}

export function readConsent(surroundings: ConsentSurroundings): Consent {
  if (refusesTracking(surroundings)) return 'refused';
  try {
    const stored = surroundings.storage?.getItem(consentStorageKey);
    if (stored === 'granted' || stored === 'refused') return stored;
  } catch {
    // Where nothing can be kept, nothing was chosen.
  }
  return 'unknown';
}

interface PrivacyNavigator {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
}

export function currentSurroundings(): ConsentSurroundings {
  const { doNotTrack, globalPrivacyControl }: PrivacyNavigator = navigator;
  return {
    // Where storage is forbidden even this throws.
    get storage() {
      return localStorage;
    },
    doNotTrack,
    globalPrivacyControl,
  };
}

export function storedConsent(): Consent {
  return 'window' in globalThis ? readConsent(currentSurroundings()) : 'unknown';
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
