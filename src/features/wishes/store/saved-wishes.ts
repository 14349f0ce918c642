/** Keeps the list of this browser and that of the account at one, and says how they stand. */
import { atom, onMount } from 'nanostores';
import { accountCopy } from '#features/account/store/account-copy.ts';
import type { BackendError } from '#shared/backend/errors.ts';
import { meetAccount } from './wish-meeting.ts';

export type WishCopy =
  | { readonly status: 'unknown' }
  /** Nobody is signed in: the list is this browser's alone. */
  | { readonly status: 'here-alone' }
  | { readonly status: 'asking' }
  | { readonly status: 'agreed' }
  | { readonly status: 'full' }
  /** It is kept here, and handed in as soon as that works again. */
  | { readonly status: 'waiting'; readonly error: BackendError };

export const $wishCopy = atom<WishCopy>({ status: 'unknown' });

const copy = accountCopy({
  meet: (userId, _, isStillThere) => meetAccount(userId, isStillThere),
  tell(meeting) {
    if (meeting.status === 'failed') return meeting.error;
    $wishCopy.set(meeting);
    return null;
  },
  wait: (error) => $wishCopy.set({ status: 'waiting', error }),
  begin() {
    if (['unknown', 'here-alone'].includes($wishCopy.get().status))
      $wishCopy.set({ status: 'asking' });
  },
  stayAlone: () => $wishCopy.set({ status: 'here-alone' }),
  listen: (changed) => addEventListener('keywright:wishes', changed),
});

export const { start: startSavedWishes, tryAgain } = copy;
onMount($wishCopy, startSavedWishes);
