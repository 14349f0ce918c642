/**
 * The only place that reads the visitor's clock for words on static pages: moments in the visitor's
 * zone, and countdowns. The server's text stands until then and says the same in UTC.
 */
import { durationWords, momentWords } from '#domain/date-words.ts';

const longestWaitMs = 1_000;

/** The first moment wakes the browser's calendars, which takes as long as a page's whole script. */
function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: longestWaitMs });
  else setTimeout(act);
}

class TimeElement extends HTMLElement {
  connectedCallback() {
    const time = this.querySelector('time');
    if (time !== null) whenIdle(() => (time.textContent = momentWords(time.dateTime)));
  }
}

class CountdownElement extends HTMLElement {
  #timer: ReturnType<typeof setInterval> | undefined;

  connectedCallback() {
    this.#show();
    this.addEventListener('pointerenter', () => this.#nameMoment());
    this.#timer = setInterval(() => this.#show(), 20_000);
  }

  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  #show() {
    const time = this.querySelector('time');
    if (time === null) return;
    const leftMs = Date.parse(time.dateTime) - Date.now();
    const { before = '', after = '' } = this.dataset;
    const words = leftMs > 0 ? `${before} ${durationWords(leftMs)}` : after;
    if (time.textContent !== words) time.textContent = words;
  }

  /** Read by nobody before the pointer rests here. */
  #nameMoment() {
    const time = this.querySelector('time');
    if (time !== null) time.title = momentWords(time.dateTime);
  }
}

customElements.define('keywright-time', TimeElement);
customElements.define('keywright-countdown', CountdownElement);
