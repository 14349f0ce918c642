import { answerAuth } from '../boot/auth-door.ts';

// The dialog is loaded when somebody first turns to it. Where that fails, the account page says what
// to do.
answerAuth((wish) => {
  import('#islands/auth/mount-auth-modal.tsx').then(
    (code) => code.mountAuthModal(wish),
    () => location.pathname === '/user' || location.assign('/user'),
  );
});
