import type { BackendError } from '#shared/backend/errors.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { noticeLostRight } from './staff.ts';

/** Who has a second factor is asked for it, over what was being done; whose right is gone, is shown out. */
export function askedAgain({ kind, reason, message }: BackendError): string {
  if (reason === 'second_factor') openAuth({ reason: 'second-factor' });
  // A code that is too old has been asked for by then, and the person chose not to give one.
  else if (kind === 'forbidden' && reason !== 'second_factor_stale') noticeLostRight();
  return message;
}
