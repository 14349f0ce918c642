// chunk: boot
import { isSessionKept } from '../store/kept-session.ts';

/** What a mail's link may carry: none of it stays in the address, where others could read it. */
const carried = /[?&]auth=|#(access|refresh|error)_/;
const parameters = /\b(auth|code|error\w*|message)=[^&#]*&?|#.*/g;

/** Opens the sign-in dialog for the header's entry, for mails' links, and for whoever asks through the store. */
export function answerAuth(open: (wish?: string) => void): void {
  const { href } = location;
  if (carried.test(href)) {
    history.replaceState(null, '', href.replace(parameters, ''));
    open(href);
  }
  addEventListener('keywright:auth', () => open());
  document.querySelector('[data-account-link]')?.addEventListener('click', (event) => {
    if (isSessionKept()) return;
    event.preventDefault();
    open('');
  });
}
