/** Invariant: however many calls wait for a new code, the person is asked once. */
import { answerStaleProof } from '#shared/backend/proven-calls.ts';
import { $authRequest, openAuth } from './auth-modal.ts';

let givenCodes = 0;
let question: Promise<boolean> | null = null;

/** A code was right, or a recovery code took the app away. */
export function noteCode(): void {
  givenCodes += 1;
}

/** False when the person closed the dialog. */
function askOnce(): Promise<boolean> {
  question ??= new Promise<boolean>((resolve) => {
    const before = givenCodes;
    openAuth({ reason: 'code-again' });
    const stop = $authRequest.subscribe((request) => {
      if (request !== null) return;
      queueMicrotask(() => stop());
      question = null;
      resolve(givenCodes !== before);
    });
  });
  return question;
}

/** Where staff work: calls that need a newer code ask for it and go on by themselves. */
export function askForCodeAgain(): () => void {
  return answerStaleProof(askOnce);
}
