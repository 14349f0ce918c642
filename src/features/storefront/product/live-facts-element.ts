// chunk: buying
/**
 * Writes what holds now over what held at the build: stock words, prices, counts. A price that changed
 * shows both and says so; a shop that can't be reached says just that and leaves the page as it was.
 */
import { readLiveFacts, type LiveFact } from '#features/catalogue/api/live-facts.ts';
import { stockText, stockTone } from '#features/catalogue/model/stock-word.ts';
import { loadSoon } from '#ui/late-code.ts';
import badge from '#ui/styles/badge.module.css';
import { unpaidWords } from './unpaid-words.ts';

class LiveElement extends HTMLElement {
  #isStale = false;
  #facts: readonly LiveFact[] = [];

  connectedCallback() {
    this.addEventListener('click', (event) => {
      const again = event.target instanceof Element && event.target.closest('[data-live-again]');
      if (again) void this.refresh();
    });
    // What comes after the first picture was built with the page.
    addEventListener('keywright:more', () => this.#writeAll());
    void this.refresh();
  }

  async refresh() {
    const answer = await readLiveFacts((this.dataset['products'] ?? '').split(' '));
    this.#facts = answer.ok ? answer.value : [];
    for (const note of this.querySelectorAll<HTMLElement>('[data-live-failed]')) {
      note.hidden = answer.ok;
    }
    this.dataset['live'] = answer.ok ? 'ready' : 'failed';
    this.#writeAll();
    this.#confirmBadge(this.#facts);
  }

  #writeAll() {
    for (const fact of this.#facts) this.#write(fact);
  }

  /** What is sold from the shelf is called so only while some is left, and a window open only while it is. */
  #confirmBadge(all: readonly LiveFact[]) {
    const first = all.filter(({ isBStock }) => !isBStock);
    const facts = first.length > 0 ? first : all;
    const isGone = facts.some(({ stock }) => stock === 'sold_out');
    // What was said once of the build has to be right later, too.
    if ((this.#isStale ||= isGone && !facts.some(({ canBeOrdered }) => canBeOrdered))) {
      loadSoon(
        () => import('./stale-facts.ts'),
        (code) => code.showStale(facts),
      );
    }
  }

  #write(fact: LiveFact) {
    this.#writeStock(fact);
    this.#writePrice(fact);
    const kit = document.querySelector(`[data-live-kit="${fact.variantId}"]`);
    if (kit === null || fact.moq === null || fact.orderedCount === null) return;
    kit.querySelector('[data-meter-words]')?.replaceChildren(`${fact.orderedCount} / ${fact.moq}`);
    kit.querySelector('[data-unpaid]')?.replaceChildren(unpaidWords(fact.waitingCount));
    const fill = kit.querySelector('[data-meter-fill]');
    const end = Number(kit.querySelector<HTMLElement>('[data-meter]')?.dataset['end'] ?? fact.moq);
    fill?.setAttribute('width', String(Math.min((100 * fact.orderedCount) / end, 100)));
  }

  #writeStock({ variantId, stock, canBeOrdered, remaining, batchStage }: LiveFact) {
    for (const word of this.querySelectorAll<HTMLElement>(`[data-live-stock="${variantId}"]`)) {
      word.dataset['orderable'] = canBeOrdered ? 'yes' : stock === 'sold_out' ? 'gone' : 'no';
      // The word of a group buy stands there as long as its stage is that of the build.
      if (stock === 'group_buy') {
        this.#isStale ||= word.dataset['stage'] !== String(batchStage);
        continue;
      }
      word.textContent = remaining ? `${remaining} left` : stockText(stock);
      word.className = `${badge['badge']} ${badge[stockTone(stock)] ?? ''}`;
    }
  }

  #writePrice(fact: LiveFact) {
    const { variantId, priceMinor } = fact;
    const input = this.querySelector<HTMLInputElement>(`input[data-variant="${variantId}"]`);
    if (input === null || Number(input.dataset['price']) === priceMinor) return;
    input.dataset['price'] = String(priceMinor);
    loadSoon(
      () => import('./stale-facts.ts'),
      (code) => code.showStalePrice(this, fact),
    );
  }
}

customElements.define('keywright-live', LiveElement);
