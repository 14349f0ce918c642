/** The only place that says what a desk does when the shop refuses: the sentence, and a code if one is asked for. */
import type { BackendError } from '#backend/errors.ts';
import { openAuth } from './auth-modal.ts';

/** Who has a second factor is asked for it, over what was being done. */
export function askedAgain({ reason, message }: BackendError): string {
  if (reason === 'second_factor') openAuth({ reason: 'second-factor' });
  return message;
}
