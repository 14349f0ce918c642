import { answerCaptcha } from '#shared/backend/human-calls.ts';
import { loadForPress } from './late-code.ts';

/** Where a refused call may ask for a person. The question is loaded when the first one does. */
export function answerCaptchaHere(): void {
  if (!import.meta.env?.PUBLIC_CAPTCHA_SITE_KEY) return;
  answerCaptcha(async () => {
    let answer: Promise<string | null> = Promise.resolve(null);
    await loadForPress(
      () => import('./captcha-dialog.ts'),
      ({ askCaptcha }) => {
        answer = askCaptcha();
      },
      () => document.activeElement,
    );
    return answer;
  });
}
