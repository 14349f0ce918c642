/**
 * How pages load the code they can do without at first. A page's first script carries it for all others.
 * Invariant: a failure is never kept: the next press, or the network's return, asks again.
 */
export interface CodeLoading {
  /**
   * Loads what a person asked for, then acts. Where it can't be had the page says so beside what was
   * pressed, and the answer is false: the next press is to ask again.
   * @example loadForPress(() => import('./search-dialog.ts'), (code) => code.openSearch(), () => key)
   */
  loadForPress<Code>(
    load: () => Promise<Code>,
    act: (code: Code) => void,
    pressed: () => EventTarget | null | undefined,
  ): Promise<boolean>;
  /** Loads what nobody pressed for, as soon as it can be had. */
  loadSoon<Code>(load: () => Promise<Code>, act?: (code: Code) => void): void;
  /** Does for a person once more what they did before the code was there. */
  repeat(event: Event): void;
}

declare global {
  // A page's first script is no module: this is how it hands out what it has.
  var codeLoading: CodeLoading;
}

export const codeLoading: CodeLoading = {
  async loadForPress(load, act, pressed) {
    const code = await load().catch(() => null);
    const notice = document.querySelector<HTMLElement>('[data-not-loaded]');
    const target = pressed();
    if (code !== null) {
      notice?.togglePopover(false);
      act(code);
    } else if (target instanceof Element) {
      const source = target.closest<HTMLElement>('a,button,summary,label') ?? document.body;
      notice?.togglePopover({ force: true, source });
    }
    return code !== null;
  },

  loadSoon(load, act) {
    const again = () => codeLoading.loadSoon(load, act);
    load().then(act, () => addEventListener('online', again, { once: true }));
  },

  repeat(event) {
    const { target, type } = event;
    if (target instanceof HTMLFormElement && type === 'submit') target.requestSubmit();
    else target?.dispatchEvent(Reflect.construct(event.constructor, [type, event]));
  },
};
