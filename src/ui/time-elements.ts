// chunk: time
/** The server's text stands until then and says the same in UTC. */
import { durationWords, momentWords } from '#shared/date-words.ts';

class TimeElement extends HTMLElement {
  connectedCallback() {
    for (const time of this.querySelectorAll('time')) time.textContent = momentWords(time.dateTime);
  }
}

class CountdownElement extends HTMLElement {
  connectedCallback() {
    this.refresh();
    // Its moment is read by nobody before the pointer rests here.
    this.addEventListener('pointerenter', () => this.refresh(true));
  }

  refresh(isPointedAt = false) {
    for (const time of this.querySelectorAll('time')) {
      const leftMs = Date.parse(time.dateTime) - Date.now();
      const { before = '', after = '' } = this.dataset;
      time.textContent = leftMs > 0 ? `${before} ${durationWords(leftMs)}` : after;
      if (isPointedAt) time.title = momentWords(time.dateTime);
    }
  }
}

customElements.define('keywright-time', TimeElement);
customElements.define('keywright-countdown', CountdownElement);

// One clock for all of them, however often one is moved.
setInterval(() => {
  for (const each of document.querySelectorAll<CountdownElement>('keywright-countdown'))
    each.refresh();
}, 20_000);
