/**
 * Keeps the shelves of the home page right while the page is open: cards move when their window opens
 * or closes, and the address (`?kind=`, `?q=`) says which are shown.
 */
import { shelfState, type ShelfFacts } from '#domain/shelf.ts';
import '../ui/time-elements.ts';

class ShelvesElement extends HTMLElement {
  #timer: ReturnType<typeof setInterval> | undefined;

  connectedCallback() {
    const form = this.querySelector('form');
    if (form === null) return;
    const asked = new URLSearchParams(location.search);
    for (const input of form.querySelectorAll('input')) {
      const value = asked.get(input.name) ?? '';
      if (input.type === 'radio') input.checked = input.value === value;
      else input.value = value;
    }
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', () => this.#filter(form, true));
    this.#filter(form, false);
    this.#shelve();
    whenIdle(
      () => void import('./home-live.ts').then(({ confirmShelves }) => confirmShelves(this)),
    );
    this.#timer = setInterval(() => {
      this.#shelve();
      this.#filter(form, false);
    }, 30_000);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  get #cards() {
    return this.querySelectorAll<HTMLElement>('[data-card]');
  }

  #shelve() {
    for (const card of this.#cards) {
      const facts: ShelfFacts = JSON.parse(card.dataset['facts'] ?? '{}');
      const { shelf, label } = shelfState(facts, Date.now());
      const badge = card.querySelector('[data-state] > span');
      if (badge !== null && badge.textContent !== label && !card.dataset['live']) {
        badge.textContent = label;
      }
      const home = this.querySelector(`[data-shelf="${shelf}"] ul`);
      if (home !== null && card.parentElement !== home) home.append(card);
    }
  }

  #filter(form: HTMLFormElement, isAsked: boolean) {
    const data = new FormData(form);
    const kind = textOf(data, 'kind');
    const words = textOf(data, 'q').toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const card of this.#cards) {
      const text = card.dataset['words'] ?? '';
      const fits =
        (kind === '' || card.dataset['kind'] === kind) &&
        words.every((word) => text.includes(word));
      card.hidden = !fits;
      if (fits) count += 1;
    }
    for (const section of this.querySelectorAll<HTMLElement>('[data-shelf]')) {
      section.hidden = section.querySelector('[data-card]:not([hidden])') === null;
    }
    const none = this.querySelector<HTMLElement>('.none');
    if (none !== null) none.hidden = count > 0;
    const found = form.querySelector('.found');
    if (found !== null)
      found.textContent = kind === '' && words.length === 0 ? '' : `${count} shown`;
    if (isAsked) this.#remember(kind, textOf(data, 'q').trim());
  }

  #remember(kind: string, q: string) {
    const address = new URL(location.href);
    for (const [name, value] of [
      ['kind', kind],
      ['q', q],
    ] as const) {
      if (value === '') address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    history.replaceState(history.state, '', address);
  }
}

/** After everything that a visitor waits for. */
function whenIdle(act: () => void): void {
  const later = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(act) : setTimeout(act, 200);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

customElements.define('keywright-shelves', ShelvesElement);
