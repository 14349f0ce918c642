import { atom } from 'nanostores';
import { storedText } from '#shared/stored-text.ts';

const key = 'keywright:staff';

/** The account that was last let in at a desk in this browser: it is led there without being asked about. */
export const $keptStaff = atom(storedText(key));

export function keepStaff(userId: string | null): void {
  $keptStaff.set(userId);
  try {
    if (userId === null) localStorage.removeItem(key);
    else localStorage.setItem(key, userId);
  } catch {
    // Without storage the account asks again.
  }
}
