/**
 * Declares a withdrawal. Invariant: what was typed stays until the shop has noted it, and a wrong number
 * and a wrong e-mail are told alike.
 */
import { momentWords } from '#shared/date-words.ts';
import { formatMoney } from '#shared/money.ts';
import { orderNumberOf } from '#shared/order-number.ts';
import { withdraw } from '../store/withdrawal.ts';

const missing = {
  name: 'Enter your name.',
  number: 'Enter the number of your order.',
  email: 'Enter the e-mail address of your order.',
} as const;

class WithdrawalElement extends HTMLElement {
  connectedCallback() {
    this.querySelector('form')?.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send(event.currentTarget as HTMLFormElement);
    });
  }

  async #send(form: HTMLFormElement) {
    const key = form.querySelector('button');
    if (key === null || key.ariaBusy === 'true') return;
    const typed = { name: '', number: '', email: '' };
    for (const input of form.querySelectorAll('input')) {
      const name = input.name as keyof typeof typed;
      typed[name] = input.value.trim();
      const isWrong = typed[name] === '' || input.validity.typeMismatch;
      input.ariaInvalid = isWrong ? 'true' : null;
      if (isWrong) {
        input.focus();
        return this.#say(missing[name], 'fault');
      }
    }
    key.ariaBusy = 'true';
    this.#say('One moment …');
    const answer = await withdraw(typed.number, typed.email, typed.name);
    key.ariaBusy = null;
    if (!answer.found) return this.#say(answer.message, 'fault');
    const { amount_minor: minor, currency, asked_at: askedAt, awaits_items: awaitsItems } = answer;
    const then =
      minor > 0
        ? `We refund ${formatMoney(minor, currency)}${awaitsItems ? ' once we have the items back' : ''}.`
        : 'Nothing in it can be returned by itself, so we answer by e-mail.';
    this.#say(
      `We received your withdrawal from ${orderNumberOf(typed.number)} on ${momentWords(askedAt)}. ${then} We have sent you an e-mail that confirms it.`,
    );
    form.reset();
  }

  #say(words: string, tone = '') {
    const said = this.querySelector<HTMLElement>('.said');
    if (said === null) return;
    said.dataset['tone'] = tone;
    said.textContent = words;
  }
}

customElements.define('keywright-withdrawal', WithdrawalElement);
