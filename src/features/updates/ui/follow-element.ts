/**
 * Asks the shop for mails about a product, or about everything new. Invariant: what was typed stays until a mail is on its way,
 * and the page says the same of every address.
 */
import { askToFollow, endFollow, ownFollows, type Asked, type Follow } from '../store/follows.ts';
import { $session } from '#features/account/store/session.ts';
import { loadSoon } from '#ui/late-code.ts';
import { followForm } from './follow-form.ts';

class FollowElement extends HTMLElement {
  #isOffered = false;

  connectedCallback() {
    const form = this.querySelector('form') ?? followForm(this.#about() === 'stock');
    this.querySelector('summary')?.after(form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#ask();
    });
    $session.subscribe((session) => this.#know(session.status === 'signed-in'));
    const show = () => {
      const state = ownFollows.$state.get();
      if (state.status === 'ready') this.#showFollowed(state.value);
    };
    ownFollows.$state.subscribe(show);
    const details = this.querySelector('details');
    details?.addEventListener('toggle', () => this.#offer());
    form.addEventListener('focusin', () => this.#offer());
    if (details?.open || form.contains(document.activeElement)) this.#offer();
    // Another choice may be gone as well, and not waited for.
    if (this.#about() === 'stock') document.addEventListener('change', show);
  }

  #about(): Follow['about'] {
    const { about } = this.dataset;
    return about === 'stock' || about === 'drops' ? about : 'updates';
  }

  /** Also without an address: once, from the first sign on that somebody wants to follow. */
  #offer() {
    if (this.#isOffered || this.#about() === 'stock') return;
    this.#isOffered = true;
    loadSoon(
      () => import('./notices-key.ts'),
      (code) => void code.drawNoticesKey(this, this.dataset['product'] ?? null),
    );
  }

  /** An account has an address already. */
  #know(isSignedIn: boolean) {
    const address = this.querySelector<HTMLElement>('[data-address]');
    const how = this.querySelector<HTMLElement>('[data-how]');
    if (address) address.hidden = isSignedIn;
    if (isSignedIn && how)
      how.textContent = 'To your account’s address. You can stop it in your account.';
  }

  /** Of what is chosen on the page, the one that is gone; null for each update. */
  #variantId(): string | null {
    if (this.#about() !== 'stock') return null;
    const rows = [...document.querySelectorAll<HTMLElement>('.product .line:has(input:checked)')];
    const gone = rows.find((row) => row.querySelector('[data-orderable="gone"]') !== null);
    return gone?.querySelector<HTMLElement>('[data-variant]')?.dataset['variant'] ?? null;
  }

  #showFollowed(follows: readonly Follow[]) {
    const variantId = this.#variantId();
    const own = follows.find(
      (follow) =>
        follow.product_id === (this.dataset['product'] ?? null) &&
        follow.about === this.#about() &&
        follow.variant_id === variantId,
    );
    const asking = this.querySelector<HTMLElement>('details, form');
    if (asking) asking.hidden = own !== undefined;
    if (own === undefined) {
      if (this.querySelector('.said button') !== null) this.#say();
      return;
    }
    this.#offer();
    const words = {
      stock: 'We’ll e-mail you when it is back.',
      updates: 'We’ll e-mail you each update, and when sales open.',
      drops: 'We’ll e-mail you what is new.',
    }[this.#about()];
    const end = document.createElement('button');
    end.type = 'button';
    end.textContent = 'End it';
    end.addEventListener('click', () => void this.#end(own.id));
    this.#say(`${words} `, end);
  }

  async #end(followId: string) {
    const failure = await endFollow(followId);
    if (failure === null) this.#say('Stopped. No more e-mails about it.');
    else this.#say(failure.title);
  }

  async #ask() {
    const input = this.querySelector('input');
    const isAccount = $session.get().status === 'signed-in';
    const variantId = this.#variantId();
    if (this.#about() === 'stock' && variantId === null) {
      return this.#say('This item is in stock, or we don’t sell it from stock.');
    }
    const button = this.querySelector('form button');
    button?.setAttribute('aria-disabled', 'true');
    this.#say('One moment …');
    const asked = await askToFollow(
      this.dataset['product'] ?? null,
      variantId,
      isAccount ? null : (input?.value ?? ''),
    );
    button?.removeAttribute('aria-disabled');
    this.#tell(asked, isAccount ? null : input);
  }

  #tell(asked: Asked, input: HTMLInputElement | null) {
    if (asked.status === 'asked') {
      const then = {
        stock: 'and we’ll tell you when it is back',
        updates: 'to follow it',
        drops: 'to confirm your address',
      }[this.#about()];
      if (input) input.value = '';
      this.#say(`We’ve sent an e-mail to ${asked.email}. Press the button in it ${then}.`);
    }
    if (asked.status === 'refused') {
      this.#say(asked.words);
      this.querySelector<HTMLElement>('.said')?.setAttribute('data-tone', 'fault');
      input?.focus();
    }
  }

  #say(...words: readonly (string | Node)[]) {
    const said = this.querySelector('.said');
    said?.removeAttribute('data-tone');
    said?.replaceChildren(...words);
  }
}

customElements.define('keywright-follow', FollowElement);
