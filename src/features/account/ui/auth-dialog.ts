// chunk: boot
import { loadForPress, loadSoon, onIntent } from '#ui/late-code.ts';
import { answerAuth } from './auth-door.ts';

const load = () => import('./sign-in/mount-auth-modal.tsx');
onIntent('[data-account-link]', load, false, true);

// The dialog is loaded when somebody first turns to it. A mail's link can't be pressed again: it waits.
answerAuth((wish) => {
  const show = (code: Awaited<ReturnType<typeof load>>) => code.mountAuthModal(wish);
  if (wish) loadSoon(load, show);
  else void loadForPress(load, show, () => document.activeElement);
});
