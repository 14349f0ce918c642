/** Says which build the visitor reads and when it was made, once the site's own record is there. */
import { momentWords } from '#shared/date-words.ts';

class BuildElement extends HTMLElement {
  connectedCallback() {
    void this.#read();
  }

  async #read() {
    try {
      const answer = await fetch('/builds/latest.json');
      const { id, timestamp, revision }: Readonly<Record<string, unknown>> = await answer.json();
      const made = typeof timestamp === 'number' ? new Date(timestamp).toISOString() : timestamp;
      if (typeof id !== 'string' || typeof made !== 'string') return;
      const link = this.querySelector('a');
      const code = typeof revision === 'string' ? `, revision ${revision}` : '';
      if (link !== null) link.textContent = `Build ${id}${code}, ${momentWords(made)}`;
    } catch {
      // The link to the record stays as it is.
    }
  }
}

customElements.define('keywright-build', BuildElement);
