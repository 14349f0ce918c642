/** Finds a country by its name, and keeps the visitor's own on top in the visitor's browser. */
import {
  rememberCountry,
  rememberedCountry,
} from '#features/countries/store/remembered-country.ts';

class CountriesElement extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form');
    form?.addEventListener('submit', (event) => event.preventDefault());
    form?.addEventListener('input', () => this.#filter(form));
    this.addEventListener('click', (event) => {
      const button = event.target instanceof Element && event.target.closest('[data-mine]');
      const code = button && button.closest<HTMLElement>('[data-country]')?.dataset['country'];
      if (!code) return;
      rememberCountry(code);
      this.#mark(code, false);
    });
    this.#mark(rememberedCountry(), true);
    const named = document.getElementById(location.hash.slice(1).toLowerCase());
    const details = named?.querySelector('details');
    if (details) details.open = true;
  }

  #mark(code: string | null, isFirst: boolean) {
    for (const item of this.querySelectorAll<HTMLElement>('[data-country]')) {
      const isMine = item.dataset['country'] === code;
      item.toggleAttribute('data-is-mine', isMine);
      const button = item.querySelector('[data-mine]');
      if (button !== null) button.textContent = isMine ? 'Your country' : 'Set as my country';
      if (isMine && isFirst) item.parentElement?.prepend(item);
    }
  }

  #filter(form: HTMLFormElement) {
    const asked = (form.querySelector('input')?.value ?? '').trim().toLowerCase();
    let count = 0;
    for (const item of this.querySelectorAll<HTMLElement>('[data-country]')) {
      const { name = '', country = '' } = item.dataset;
      item.hidden = !name.includes(asked) && country.toLowerCase() !== asked;
      if (!item.hidden) count += 1;
    }
    const found = form.querySelector('[data-found]');
    if (found !== null) found.textContent = asked === '' ? '' : `${count} found`;
    const none = this.querySelector<HTMLElement>('[data-none]');
    if (none !== null) none.hidden = count > 0;
  }
}

customElements.define('keywright-countries', CountriesElement);
