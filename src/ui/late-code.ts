// chunk: boot
const signs = ['pointerover', 'focusin', 'touchstart', 'click'] as const;

export const { loadForPress, loadSoon } = globalThis.codeLoading;

/** What most visitors press, in the order in which a page names it: fetched once the page is idle. */
export const fetchedAhead: (readonly [selector: string, load: () => Promise<unknown>])[] = [];

/**
 * Loads an element's code when a person turns to it. Where the element `repeats`, a press that came before
 * the code is held back and repeated once it is there. The two are told by their place, not by name: each
 * page carries every call.
 * @example onIntent('keywright-gallery', () => import('./gallery-element.ts'), true)
 */
export function onIntent(
  selector: string,
  load: () => Promise<unknown>,
  repeats?: boolean,
  ahead?: boolean,
): void {
  if (ahead) fetchedAhead.push([selector, load]);
  const heard = new AbortController();
  let isAsked = false;
  let press: Event | null = null;
  const answer = () => {
    heard.abort();
    if (repeats && press) codeLoading.repeat(press);
  };
  const ask = async () => {
    if (isAsked) return;
    isAsked = true;
    isAsked = await loadForPress(load, answer, () => press?.target);
    press = null;
  };
  const hear = (event: Event) => {
    const element = event.target instanceof Element && event.target.closest(selector);
    if (!element) return;
    // Someone else loaded it meanwhile: it hears for itself now.
    if (customElements.get(element.localName)) return heard.abort();
    if (event.type === 'click') {
      press = event;
      if (repeats) event.preventDefault();
    }
    void ask();
  };
  for (const sign of signs) {
    document.addEventListener(sign, hear, { signal: heard.signal, passive: sign !== 'click' });
  }
  // Somebody turned to it before this page could hear.
  if (document.querySelector(`:is(${selector}):is(:focus-within,:has(details[open]))`)) void ask();
}
