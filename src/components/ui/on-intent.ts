/**
 * The only place that loads an element's code when a person turns to it. Invariant: a press that came
 * before the code is held back and repeated once it is there, where the element asks for that.
 */
const signs = ['pointerover', 'focusin', 'touchstart', 'click'] as const;

/** @example onIntent('keywright-gallery', () => import('./gallery-element.ts'), { repeats: true }) */
export function onIntent(
  selector: string,
  load: () => Promise<unknown>,
  { repeats = false }: { readonly repeats?: boolean } = {},
): void {
  const heard = new AbortController();
  let isAsked = false;
  let pressed: EventTarget | null = null;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    const repeat = () => {
      heard.abort();
      pressed?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    };
    // Without the code the press still does what it does without script.
    load().then(repeat, repeat);
  };
  for (const element of document.querySelectorAll(selector)) {
    const hear = (event: Event) => {
      // Someone else loaded it meanwhile: it hears for itself now.
      if (customElements.get(element.localName)) return heard.abort();
      if (repeats && event.type === 'click') {
        event.preventDefault();
        pressed = event.target;
      }
      ask();
    };
    for (const sign of signs) {
      element.addEventListener(sign, hear, { signal: heard.signal, passive: sign !== 'click' });
    }
    // Somebody turned to it before this page could hear.
    if (element.matches(':focus-within, :has(details[open])')) ask();
  }
}
