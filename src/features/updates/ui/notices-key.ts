/** Draws the key by which a browser tells its reader what followers are told, and says what came of it. */
import {
  noticesState,
  stopHere,
  tellHere,
  type NoticesOutcome,
  type NoticesState,
} from '../store/browser-notices.ts';
import button from '#ui/styles/button.module.css';
import { part } from '#ui/drawn-part.ts';
import styles from './notices-key.module.css';

const notWorking =
  'Notifications don’t work in this browser at the moment. Choose e-mail or the feed.';

export async function drawNoticesKey(within: HTMLElement, productId: string | null): Promise<void> {
  const said = part('p', styles['told']);
  said.setAttribute('aria-live', 'polite');
  said.tabIndex = -1;

  const key = (label: string, act: () => Promise<NoticesOutcome>): HTMLButtonElement => {
    const made = part('button', `${button['button']} ${button['small']}`, label);
    made.type = 'button';
    made.addEventListener('click', () => void press(made, act));
    return made;
  };
  const keyOn = () => key('Tell me in this browser', () => tellHere(productId));
  const keyOff = () => key('Stop telling me in this browser', () => stopHere(productId));

  async function press(
    pressed: HTMLButtonElement,
    act: () => Promise<NoticesOutcome>,
  ): Promise<void> {
    if (pressed.hasAttribute('aria-disabled')) return;
    pressed.setAttribute('aria-disabled', 'true');
    const told = await act().catch((): NoticesOutcome => ({ failure: notWorking }));
    if (typeof told === 'object') {
      pressed.removeAttribute('aria-disabled');
      said.replaceChildren(told.failure, pressed);
    } else show(told, true);
    (said.querySelector('button') ?? said).focus();
  }

  /** What a press leads to is said; what was so before is only offered. */
  function show(told: NoticesState, isPressed: boolean): void {
    if (told === 'on') {
      const words =
        productId === null
          ? 'This browser tells you what is new, once a day at most.'
          : 'This browser tells you of each update, and when sales open.';
      return said.replaceChildren(words, keyOff());
    }
    if (told === 'off') return said.replaceChildren(keyOn());
    if (told === 'denied') {
      return said.replaceChildren(
        'Notifications from this shop are blocked in this browser. Allow them in its settings, then reload the page.',
      );
    }
    said.replaceChildren(...(isPressed ? [notWorking] : []));
  }

  show(await noticesState(productId), false);
  within.append(said);
}
