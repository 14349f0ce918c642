/**
 * The captcha's question, in a page of its own (`/captcha`): the policy of no other lets its provider's
 * code run. Invariant: one answer a question; closing it is an answer too.
 */
import { element } from './element.ts';
import buttons from './styles/button.module.css';
import styles from './styles/dialog.module.css';

const patienceMs = 15_000;

export function askCaptcha(): Promise<string | null> {
  const again = element('button', { type: 'button', class: buttons['button'] ?? '' }, [
    'Try again',
  ]);
  const close = element('button', { type: 'button', class: buttons['button'] ?? '' }, ['Cancel']);
  const said = element('p', { role: 'status' });
  const frame = element('iframe', { title: 'Captcha', class: styles['captcha'] ?? '' });
  const body = element('div', { class: styles['body'] ?? '' }, [said, frame]);
  const head = element('div', { class: styles['head'] ?? '' }, [
    element('h2', { class: styles['title'] ?? '', id: 'captcha-title' }, ['Are you human?']),
  ]);
  const foot = element('div', { class: styles['foot'] ?? '' }, [again, close]);
  const look = { class: styles['dialog'] ?? '', 'aria-labelledby': 'captcha-title' };
  const dialog = element('dialog', look, [head, body, foot]);
  let patience: ReturnType<typeof setTimeout> | undefined;

  const fail = () => {
    said.textContent =
      'The check could not be loaded. Check your connection, or allow it in your content blocker.';
    frame.hidden = true;
    again.hidden = false;
  };
  const load = () => {
    said.textContent = 'One moment while we check that you are human.';
    frame.hidden = false;
    again.hidden = true;
    frame.src = '/captcha';
    clearTimeout(patience);
    patience = setTimeout(fail, patienceMs);
  };
  again.addEventListener('click', load);
  close.addEventListener('click', () => dialog.close());
  load();
  document.body.append(dialog);
  dialog.showModal();

  return new Promise((resolve) => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frame.contentWindow || origin !== location.origin) return;
      clearTimeout(patience);
      const { answer, state } = (data ?? {}) as Readonly<Record<string, unknown>>;
      if (state === 'failed') fail();
      if (typeof answer !== 'string') return;
      resolve(answer);
      dialog.close();
    };
    addEventListener('message', hear);
    dialog.addEventListener('close', () => {
      removeEventListener('message', hear);
      clearTimeout(patience);
      dialog.remove();
      resolve(null);
    });
  });
}
