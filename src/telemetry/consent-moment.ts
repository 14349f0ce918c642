import { consentStorageKey } from './stored-consent.ts';

/** When it was chosen; null for a choice that was kept without its moment. */
export function consentMoment(): string | null {
  try {
    return localStorage.getItem(`${consentStorageKey}-at`);
  } catch {
    return null;
  }
}
