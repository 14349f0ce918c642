/**
 * Keeps a product's choices together: the address, the running price, pairs that can't be made and the
 * pictures that fit. Invariant: a disabled answer always has its reason in sight.
 */
import { formatDelta, formatMoney } from '#shared/money.ts';
import { obstacleTo, sumMinor, type OptionRule } from '#features/catalogue/model/option-choice.ts';
import { loadSoon } from '#ui/late-code.ts';
import './gallery-element.ts';
import type { Choice } from './gallery-element.ts';

const nameOf = (input: Element) =>
  input.closest('label')?.querySelector('.name')?.textContent ?? '';

/** What is chosen, as the page calls it: after its question, where it answers one. */
function answerOf(input: HTMLElement): string {
  const question = input.closest('[data-option]')?.querySelector('legend')?.firstChild;
  return question ? `${question.textContent?.trim()}: ${nameOf(input)}` : nameOf(input);
}

const loadBStock = () => import('./b-stock-choice.ts');
type BStockChoice = Awaited<ReturnType<typeof loadBStock>>;

class OptionsElement extends HTMLElement {
  #rules: readonly OptionRule[] = [];
  /** Where some of the goods have flaws. */
  #bStock: BStockChoice | null = null;

  connectedCallback() {
    if (!this.querySelector('[data-flaws]')) return this.#start(null);
    loadSoon(loadBStock, (code) => this.#start(code));
  }

  #start(bStock: BStockChoice | null) {
    this.#bStock = bStock;
    this.#rules = JSON.parse(this.dataset['rules'] ?? '[]');
    // What was ticked before this code was there.
    for (const input of this.#chosen()) this.#bStock?.freeKits(this, input);
    this.#readAddress();
    this.#writeAddress();
    this.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) this.#bStock?.freeKits(this, target);
      this.#writeAddress();
      this.#show();
    });
    document.addEventListener('keywright:prices', () => this.#showSum());
    this.#show();
  }

  #inputs(filter = '') {
    return [...this.querySelectorAll<HTMLInputElement>(`input${filter}`)];
  }

  /** What is answered of a kit that is not chosen counts for nothing. */
  #chosen() {
    return this.#inputs().filter(
      (input) => input.checked && !input.closest('[data-option][hidden]'),
    );
  }

  #readAddress() {
    const asked = new URLSearchParams(location.search);
    // B-stock stands last, and may make do without what stands before it.
    for (const input of this.#inputs().toReversed()) {
      const value = asked.get(input.name);
      if (value === null || (input.disabled && input.checked)) continue;
      input.checked = value.split(',').includes(input.value);
      this.#bStock?.freeKits(this, input);
    }
    for (const name of new Set(this.#inputs('[type=radio]').map((input) => input.name))) {
      const group = this.#inputs(`[name="${CSS.escape(name)}"]`);
      const first = group.find((input) => input.defaultChecked);
      if (first !== undefined && !group.some((input) => input.checked)) first.checked = true;
    }
  }

  #writeAddress() {
    const address = new URL(location.href);
    for (const name of new Set(this.#inputs().map((input) => input.name))) {
      const group = this.#inputs(`[name="${CSS.escape(name)}"]`);
      const values = group.filter((input) => input.checked).map((input) => input.value);
      const isFirst = group.every((input) => input.checked === input.defaultChecked);
      if (isFirst) address.searchParams.delete(name);
      else address.searchParams.set(name, values.join(','));
    }
    history.replaceState(history.state, '', address.href.replaceAll('%2C', ','));
  }

  #show() {
    this.#showReasons();
    this.#bStock?.showFlaws(this);
    const chosen = this.#chosen();
    const ids = (name: 'value' | 'variant' | 'like') =>
      chosen.flatMap((input) => input.dataset[name] ?? []);
    const detail: Choice = {
      valueIds: ids('value'),
      variantIds: [...ids('variant'), ...ids('like')],
    };
    this.#showSum();
    document.dispatchEvent(new CustomEvent('keywright:choice', { detail }));
  }

  #showReasons() {
    for (const group of this.querySelectorAll('[data-option]')) {
      const reasons = group.querySelector('.reasons');
      const lines: HTMLElement[] = [];
      for (const input of group.querySelectorAll<HTMLInputElement>('[data-value]')) {
        const others = new Set(
          this.#chosen()
            .filter((other) => other.name !== input.name)
            .flatMap((other) => other.dataset['value'] ?? []),
        );
        const obstacle = obstacleTo(input.dataset['value'] ?? '', others, this.#rules);
        // What is chosen stays in reach: the other half of the pair is what is switched off.
        input.disabled = obstacle !== null && !input.checked;
        if (obstacle === null) continue;
        const other = this.querySelector<HTMLElement>(`[data-value="${obstacle.otherValueId}"]`);
        const line = document.createElement('li');
        line.textContent = `${nameOf(input)} can’t be combined with ${other && answerOf(other)}. ${obstacle.reason}`;
        lines.push(line);
      }
      reasons?.replaceChildren(...lines);
    }
  }

  #showSum() {
    const currency = this.dataset['currency'] ?? 'EUR';
    const chosen = this.#chosen();
    const price = (input: HTMLInputElement) => Number(input.dataset['price']);
    const parts = chosen
      .filter((input) => input.dataset['variant'] !== undefined || price(input) !== 0)
      .map((input) => {
        const line = document.createElement('li');
        const [name, amount] = [document.createElement('span'), document.createElement('span')];
        name.textContent = answerOf(input);
        amount.textContent =
          input.dataset['variant'] === undefined
            ? formatDelta(price(input), currency)
            : formatMoney(price(input), currency);
        line.append(name, amount);
        return line;
      });
    const list = this.querySelector<HTMLElement>('[data-parts]');
    list?.replaceChildren(...parts);
    if (list !== null) list.hidden = parts.length < 2;
    const total = sumMinor(chosen.map(price));
    for (const place of document.querySelectorAll<HTMLDataElement>('[data-total]')) {
      place.value = String(total);
      place.textContent = formatMoney(total, currency);
    }
  }
}

customElements.define('keywright-options', OptionsElement);
