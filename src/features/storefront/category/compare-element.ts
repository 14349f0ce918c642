/** Shows the columns that are chosen, in that order, and on wish only the rows in which they differ. */
import { followAddress } from '#ui/address-form.ts';

class CompareElement extends HTMLElement {
  /** As the page has them. */
  #columns: readonly string[] = [];

  connectedCallback() {
    this.#columns = Array.from(
      this.querySelectorAll<HTMLElement>('thead [data-of]'),
      ({ dataset }) => dataset['of'] ?? '',
    );
    const form = this.querySelector('form');
    if (form !== null) followAddress(form, () => this.#show(form));
  }

  #show(form: HTMLFormElement) {
    const selects = [...form.querySelectorAll('select')];
    const chosen = new Set(selects.map(({ value }) => value).filter(Boolean));
    const order = [...chosen.union(new Set(this.#columns))];
    for (const row of this.querySelectorAll('tr'))
      for (const of of order) {
        const cell = row.querySelector<HTMLElement>(`[data-of="${CSS.escape(of)}"]`);
        if (cell === null) continue;
        cell.hidden = chosen.size > 0 && !chosen.has(of);
        row.append(cell);
      }
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
