/**
 * Keeps the shelves of the home page right while the page is open: cards move when their window opens
 * or closes. What the address asks for (`?kind=`, `?q=`) is shown by the filter, loaded when it is used.
 */
import { shelfState } from '#features/catalogue/model/shelf.ts';
import { loadOwn } from '#features/account/ui/own-code.ts';
import { loadSoon, onIntent } from '#ui/late-code.ts';
import '#ui/time-elements.ts';
import { readShelfCards } from './shelf-cards.ts';

onIntent('keywright-shelves [data-card]', () => import('./second-picture.ts'));

class ShelvesElement extends HTMLElement {
  #timer: ReturnType<typeof setInterval> | undefined;

  connectedCallback() {
    void this.#shelve();
    whenIdle(() => this.#confirm());
    this.#timer = setInterval(() => void this.#shelve(), 30_000);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  refresh() {
    void this.#shelve();
    this.#confirm();
  }

  #confirm() {
    loadSoon(
      () => import('./home-live.ts'),
      (code) => void code.confirmShelves(this).then(() => this.#shelve()),
    );
  }

  async #shelve() {
    // Without the file every card stays where the build put it, until the next try.
    const cards = await readShelfCards(this).catch(() => []);
    for (const [card, { facts }] of cards) {
      const { shelf, label } = shelfState(facts, Date.now());
      const home = this.querySelector(`[data-shelf="${shelf}"] ul`);
      if (home !== null && card.parentElement !== home) {
        home.append(card);
        delete card.dataset['live'];
      }
      const badge = card.querySelector('[data-state] > span');
      // What the shop has said holds while it stands where it stood.
      if (badge !== null && !('live' in card.dataset)) badge.textContent = label;
    }
    for (const section of this.querySelectorAll<HTMLElement>('[data-shelf]')) {
      section.hidden = section.querySelector('[data-card]:not([hidden])') === null;
    }
    this.dispatchEvent(new Event('keywright:shelved'));
  }
}

const longestWaitMs = 3_000;

/** After everything that a visitor waits for; a page that nothing draws on may never count as idle. */
function whenIdle(act: () => void): void {
  const later = () =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(act, { timeout: longestWaitMs })
      : setTimeout(act, 200);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}

customElements.define('keywright-shelves', ShelvesElement);
loadOwn('keywright-yours', () => import('#features/overview/ui/yours-element.ts'));

const loadFilter = () => import('./shelves-filter.ts');
if (location.search === '') onIntent('keywright-shelves form', loadFilter);
else loadSoon(loadFilter);
