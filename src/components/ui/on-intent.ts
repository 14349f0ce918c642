/**
 * The only place that loads an element's code when a person turns to it. Invariant: a press that came
 * before the code is repeated once it is there, where the element asks for that.
 */
const signs = ['pointerover', 'focusin', 'touchstart', 'click'] as const;

export function onIntent(name: string, load: () => Promise<unknown>, repeats = false): void {
  for (const element of document.querySelectorAll(name)) {
    const heard = new AbortController();
    let isAsked = false;
    let pressed: EventTarget | null = null;
    const hear = (event: Event) => {
      // Someone else loaded it meanwhile: it hears for itself now.
      if (element.matches(':defined')) return heard.abort();
      if (event.type === 'click') pressed = event.target;
      if (isAsked) return;
      isAsked = true;
      void load().finally(() => {
        heard.abort();
        if (repeats && pressed instanceof Element) {
          pressed.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
        }
      });
    };
    for (const sign of signs) {
      element.addEventListener(sign, hear, { signal: heard.signal, passive: true });
    }
  }
}
