/** Shows the questions whose text has the words, and opens the one that the address names. */
class FaqElement extends HTMLElement {
  connectedCallback() {
    const input = this.querySelector('input');
    input?.addEventListener('input', () => this.#filter(input.value));
    addEventListener('hashchange', () => this.#open());
    this.#open();
  }

  #open() {
    const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named instanceof HTMLDetailsElement) {
      named.open = true;
      named.scrollIntoView();
    }
  }

  #filter(text: string) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const question of this.querySelectorAll<HTMLElement>('[data-question]')) {
      const content = question.textContent?.toLowerCase() ?? '';
      question.hidden = !words.every((word) => content.includes(word));
      if (!question.hidden) count += 1;
    }
    for (const section of this.querySelectorAll<HTMLElement>('section:has([data-question])')) {
      section.hidden = section.querySelector('[data-question]:not([hidden])') === null;
    }
    const found = this.querySelector('[data-found]');
    if (found !== null) found.textContent = words.length === 0 ? '' : `${count} found`;
    const none = this.querySelector<HTMLElement>('[data-none]');
    if (none !== null) none.hidden = count > 0;
  }
}

customElements.define('keywright-faq', FaqElement);
