// chunk: account
import { createRoot } from 'react-dom/client';
import { readLandedLink } from '../../model/landed-link.ts';
import { answerCaptchaHere } from '#ui/captcha.ts';
import { IslandBoundary } from '#ui/react/IslandBoundary.tsx';
import { routes } from '#routes.ts';
import { loadActions } from '../../store/auth-act.ts';
import { startAuthFlow } from '../../store/auth-flow.ts';
import { openAuth } from '../../store/auth-modal.ts';
import { AuthModal } from './AuthModal.tsx';

let isMounted = false;

/**
 * Mounted once a page, whoever asks first; from then on the dialog follows the store. `wish` is the
 * address a mail's link led to, or empty for the header's entry; islands ask through the store.
 */
export function mountAuthModal(wish?: string): void {
  if (wish === '') openAuth({ reason: 'account', returnTo: routes.account });
  else if (wish !== undefined) {
    const { link, rest } = readLandedLink(wish);
    history.replaceState(history.state, '', rest);
    openAuth({ reason: 'account', link });
  }
  if (isMounted) return;
  isMounted = true;
  answerCaptchaHere();
  const place = document.createElement('div');
  document.body.append(place);
  startAuthFlow();
  createRoot(place).render(
    <IslandBoundary label="signing in">
      <AuthModal />
    </IslandBoundary>,
  );
  // Whoever sends a step asks again where this fails.
  loadActions().catch(() => {});
}
