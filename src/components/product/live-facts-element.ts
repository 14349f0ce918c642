/**
 * Writes what holds now over what held at the build: stock words, prices, counts. A price that changed
 * shows both and says so; a shop that can't be reached says just that and leaves the page as it was.
 */
import { readLiveFacts, type LiveFact } from '#backend/live-facts.ts';
import { stockText, stockTone } from '#domain/stock-word.ts';
import badge from '#styles/ui/badge.module.css';

class LiveElement extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => {
      const again = event.target instanceof Element && event.target.closest('[data-live-again]');
      if (again) void this.#read();
    });
    void this.#read();
  }

  async #read() {
    const answer = await readLiveFacts((this.dataset['products'] ?? '').split(' '));
    const facts = answer.ok ? answer.value : null;
    for (const note of this.querySelectorAll<HTMLElement>('[data-live-failed]')) {
      note.hidden = facts !== null;
    }
    this.dataset['live'] = facts === null ? 'failed' : 'ready';
    for (const fact of facts ?? []) this.#write(fact);
    this.#confirmBadge(facts ?? []);
  }

  /** What is sold from the shelf is called so only while some of it is left. */
  #confirmBadge(facts: readonly LiveFact[]) {
    const place = document.querySelector('[data-live-badge] [data-state] > span');
    const isFromShelf = facts.some(({ stock }) => stock === 'sold_out');
    if (place === null || !isFromShelf || facts.some(({ canBeOrdered }) => canBeOrdered)) return;
    place.textContent = stockText('sold_out');
    place.className = badge['badge'] ?? '';
  }

  #write(fact: LiveFact) {
    this.#writeStock(fact);
    this.#writePrice(fact);
    const kit = document.querySelector(`[data-live-kit="${fact.variantId}"]`);
    if (kit === null || fact.moq === null || fact.orderedCount === null) return;
    const words = kit.querySelector('[data-meter-words]');
    if (words !== null) words.textContent = `${fact.orderedCount} / ${fact.moq}`;
    const fill = kit.querySelector('[data-meter-fill]');
    const end = Number(kit.querySelector<HTMLElement>('[data-meter]')?.dataset['end'] ?? fact.moq);
    fill?.setAttribute('width', String(Math.min((100 * fact.orderedCount) / end, 100)));
  }

  #writeStock({ variantId, stock, canBeOrdered, remaining, batchStage }: LiveFact) {
    for (const word of this.querySelectorAll<HTMLElement>(`[data-live-stock="${variantId}"]`)) {
      const isClosed = stock === 'group_buy' && batchStage !== 'open' && batchStage !== null;
      const left = remaining ? `${remaining} left` : stockText(stock);
      word.dataset['orderable'] = canBeOrdered ? 'yes' : stock === 'sold_out' ? 'gone' : 'no';
      word.textContent = isClosed ? 'Group buy, not open' : left;
      word.className = `${badge['badge']} ${isClosed ? '' : (badge[stockTone(stock)] ?? '')}`;
    }
  }

  #writePrice(fact: LiveFact) {
    const { variantId, priceMinor } = fact;
    const input = this.querySelector<HTMLInputElement>(`input[data-variant="${variantId}"]`);
    const isStale = input !== null && Number(input.dataset['price']) !== priceMinor;
    if (input !== null) input.dataset['price'] = String(priceMinor);
    if (!isStale) return;
    void import('./stale-price.ts').then((code) => code.showStalePrice(this, fact));
  }
}

customElements.define('keywright-live', LiveElement);
