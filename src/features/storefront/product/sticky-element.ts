/**
 * Presses for the bar at the foot of a phone the page's own key, shows beside it the picture of what is
 * chosen, and goes away while that key is in sight itself.
 */
const ownKeys = '.product .acts :is(.can, .design, [data-list], keywright-follow)';
const shownPicture = (row: string) =>
  document.querySelector(`.gallery ${row} > li:not([data-later]) picture`);

export class StickyElement extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', ({ target }) => {
      const key = target instanceof Element && target.closest<HTMLElement>('[data-press]');
      if (key) this.#press(key.dataset['press'] ?? '');
    });
    // The gallery hears of it too: it answers first.
    document.addEventListener('keywright:choice', () => requestAnimationFrame(() => this.#show()));
    this.#show();
    this.#watch();
  }

  /** What opens in the page, or is only read there, is led to. */
  #press(selector: string) {
    const key = document.querySelector<HTMLElement>(selector);
    const isOpen = key?.parentElement?.hasAttribute('open') ?? false;
    if (!isOpen) key?.click();
    if (key !== null && key.localName !== 'summary') return;
    const place = key ?? document.querySelector<HTMLElement>(selector.split(' ')[0] ?? '');
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: 'center' });
  }

  #show() {
    // One that is alone has no small one, and stands here from the start.
    const shown = shownPicture('.small');
    if (shown === null) return;
    const copy = document.importNode(shown, true);
    for (const source of copy.querySelectorAll('source')) source.sizes = '60px';
    copy.querySelector('img')?.setAttribute('alt', '');
    this.querySelector('.seen')?.replaceChildren(copy);
  }

  #watch() {
    const inSight = new Set<Element>();
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inSight.add(target);
        else inSight.delete(target);
      }
      // What has the focus stays.
      const isAway = inSight.size > 0 && !this.contains(document.activeElement);
      this.toggleAttribute('data-away', isAway);
    });
    for (const key of document.querySelectorAll(ownKeys)) watch.observe(key);
  }
}
customElements.define('keywright-sticky', StickyElement);
