/**
 * The only place that reads the visitor's clock for words on static pages: moments in the visitor's
 * zone, and countdowns. The server's text stands until then and says the same in UTC.
 */
import { durationWords, momentWords } from '#domain/date-words.ts';

class TimeElement extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector('time');
    // In a task of its own: the first moment wakes the browser's calendars, which takes as long as a page's script.
    if (time !== null) setTimeout(() => (time.textContent = momentWords(time.dateTime)));
  }
}

class CountdownElement extends HTMLElement {
  #timer: ReturnType<typeof setInterval> | undefined;

  connectedCallback() {
    this.#show();
    // Its moment is read by nobody before the pointer rests here.
    this.addEventListener('pointerenter', () => this.#show(true));
    this.#timer = setInterval(() => this.#show(), 20_000);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show(isPointedAt = false) {
    const time = this.querySelector('time');
    if (time === null) return;
    const leftMs = Date.parse(time.dateTime) - Date.now();
    const { before = '', after = '' } = this.dataset;
    time.textContent = leftMs > 0 ? `${before} ${durationWords(leftMs)}` : after;
    if (isPointedAt) time.title = momentWords(time.dateTime);
  }
}

customElements.define('keywright-time', TimeElement);
customElements.define('keywright-countdown', CountdownElement);
