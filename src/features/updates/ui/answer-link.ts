/** A mail's link carries its secret behind the #: it is out of the address before anything reads that. */
import { loadSoon } from '#ui/late-code.ts';

export function answerLink(): void {
  const [, no, secret = ''] = /^#(un)?follow=([\w-]+)/.exec(location.hash) ?? [];
  if (!secret) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  loadSoon(
    () => import('./follow-answer.ts'),
    (code) => void code.answerFollowLink(secret, no === undefined),
  );
}
