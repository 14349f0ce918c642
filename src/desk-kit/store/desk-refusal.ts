import type { BackendError } from '#shared/backend/errors.ts';
import { openAuth } from '#features/account/store/auth-modal.ts';
import { noticeLostRight } from './staff.ts';

/** Who has a second factor is asked for it, over what was being done; whose right is gone, is shown out. */
export function askedAgain({ kind, reason, message }: BackendError): string {
  if (reason === 'second_factor') openAuth({ reason: 'second-factor' });
  else if (kind === 'forbidden') noticeLostRight();
  return message;
}
