/** Answers the consent card and the button that asks again; loaded when someone turns to either. */
import { consentMoment } from '../consent-moment.ts';
import { momentWords } from '#shared/date-words.ts';
import {
  $consent,
  grantConsent,
  isConsentDecidedByBrowser,
  refuseConsent,
  rereadConsent,
} from '../consent.ts';
import { type Consent } from '../stored-consent.ts';
import button from '#ui/styles/button.module.css';
import { part } from '#ui/drawn-part.ts';

/** What is chosen now, and since when. */
function choiceWords(consent: Consent): string {
  if (consent === 'unknown') return '';
  const moment = consentMoment() ?? '';
  const chosen = consent === 'granted' ? 'allowed' : 'declined';
  const since = Number.isNaN(Date.parse(moment)) ? '' : ` on ${momentWords(moment)}`;
  return `You ${chosen} statistics${since}.`;
}

class ConsentElement extends HTMLElement {
  #opener: Element | null = null;
  readonly #chosen = part('p', undefined);

  connectedCallback() {
    this.addEventListener('click', ({ target }) => this.#choose(target));
    this.addEventListener('keydown', ({ key }) => key === 'Escape' && this.#show(false));
    document.addEventListener('click', ({ target }) => {
      const opener = target instanceof Element && target.closest('[data-consent-open]');
      if (opener) this.#reopen(opener);
    });
    this.#chosen.dataset['ask'] = '';
    this.querySelector('div')?.before(this.#chosen);
    $consent.subscribe((consent) => this.#show(consent === 'unknown'));
  }

  #choose(target: EventTarget | null) {
    const choice =
      target instanceof Element && target.closest('[data-choice]')?.getAttribute('data-choice');
    if (!choice) return;
    if (choice === 'granted') grantConsent();
    if (choice === 'refused') refuseConsent();
    dispatchEvent(new Event('keywright:consent'));
    this.#show(false);
  }

  #reopen(opener: Element) {
    // Another tab may have chosen since.
    rereadConsent();
    this.#opener = opener;
    this.#chosen.textContent = choiceWords($consent.get());
    if (isConsentDecidedByBrowser()) this.#settle();
    this.#show(true);
    this.querySelector('h2')?.focus();
  }

  /** Instead of the question, which has its answer. */
  #settle() {
    if (this.dataset['settled'] !== undefined) return;
    this.dataset['settled'] = '';
    const close = part('button', `${button['button']} ${button['small']}`, 'Close');
    close.type = 'button';
    close.dataset['choice'] = 'close';
    const said =
      'Your browser asks not to be tracked, so we count nothing and send no error reports.';
    const choices = this.querySelector('div');
    choices?.before(part('p', undefined, said));
    choices?.append(close);
  }

  #show(isShown: boolean) {
    const card = this.firstElementChild;
    if (card instanceof HTMLElement) card.hidden = !isShown;
    if (isShown || !(this.#opener instanceof HTMLElement)) return;
    this.#opener.focus();
    this.#opener = null;
  }
}

customElements.define('keywright-consent', ConsentElement);
