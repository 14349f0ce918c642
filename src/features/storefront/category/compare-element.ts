/** Shows the columns that are chosen, and on wish only the rows in which they differ. */
import { followAddress } from '#ui/address-form.ts';

class CompareElement extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector('form');
    if (form !== null) followAddress(form, () => this.#show(form));
  }

  #show(form: HTMLFormElement) {
    const selects = [...form.querySelectorAll('select')];
    const chosen = new Set(selects.map(({ value }) => value).filter(Boolean));
    for (const cell of this.querySelectorAll<HTMLElement>('[data-of]'))
      cell.hidden = chosen.size > 0 && !chosen.has(cell.dataset['of'] ?? '');
    // What is chosen in one place can't be chosen in another.
    for (const select of selects)
      for (const option of select.options)
        option.disabled = option.value !== select.value && chosen.has(option.value);
    const isOnly = form.querySelector<HTMLInputElement>('[name=differences]')?.checked === true;
    for (const row of this.querySelectorAll<HTMLElement>('tbody tr')) {
      const shown = [...row.querySelectorAll<HTMLElement>('td:not([hidden])')];
      const said = new Set(shown.map(({ textContent }) => textContent.trim()));
      row.hidden = isOnly && said.size < 2;
    }
    const found = form.querySelector('[data-found]');
    if (found !== null) found.textContent = chosen.size > 0 ? `${chosen.size} compared` : '';
  }
}

customElements.define('keywright-compare', CompareElement);
