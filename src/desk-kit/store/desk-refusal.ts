import type { BackendError } from '#shared/backend/errors.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { notify } from './desk-notices.ts';
import { noticeLostRight } from './staff.ts';

/** Who has a second factor is asked for it, over what was being done; whose right is gone, is shown out. */
export function askedAgain({ kind, reason, message }: BackendError): string {
  if (reason === 'second_factor') openAuth({ reason: 'second-factor' });
  // A code that is too old has been asked for by then, and the person chose not to give one.
  else if (kind === 'forbidden' && reason !== 'second_factor_stale') noticeLostRight();
  return message;
}

/** Gone, or not theirs to see any more. Any other failure says nothing about what is shown. */
export const takesAway = ({ kind, reason }: BackendError): boolean =>
  kind === 'not_found' || (kind === 'forbidden' && reason?.startsWith('second_factor') !== true);

const older = 'What is shown could not be loaded again, so it may be out of date.';

/** Whether what is shown, and what is typed in it, stays where it can't be read again; it is told then. */
export function staysShown(error: BackendError, words = older): boolean {
  if (takesAway(error)) return false;
  notify(words);
  return true;
}
