/**
 * Adds to the row of pictures what CSS can't: arrows, keys, the large view, and which pictures fit the
 * choice. A page tells it the choice with the event `keywright:choice`.
 */
import { fittingPictures } from '#features/catalogue/model/fitting-pictures.ts';
import { loadForPress } from '#ui/late-code.ts';
import { openLargeView } from './large-view.ts';

export type Choice = {
  readonly valueIds: readonly string[];
  readonly variantIds: readonly string[];
};

class GalleryElement extends HTMLElement {
  #place = 0;

  connectedCallback() {
    this.addEventListener('click', (event) => this.#press(event));
    this.#row()?.addEventListener('keydown', (event) => this.#key(event));
    this.#row()?.addEventListener('scroll', () => this.#scrolled(), { passive: true });
    document.addEventListener('keywright:choice', (event) => {
      if (event instanceof CustomEvent) this.#choose(event.detail);
    });
  }

  #row() {
    return this.querySelector<HTMLElement>('.row');
  }

  #shown() {
    return [...this.querySelectorAll<HTMLElement>('[data-picture]:not([data-later])')];
  }

  #press(event: Event) {
    // The large view answers for itself.
    if (!(event.target instanceof Element) || event.target.closest('dialog')) return;
    const move = event.target.closest<HTMLElement>('[data-move]');
    if (move !== null) this.#go(this.#place + Number(move.dataset['move']));
    const small = event.target.closest<HTMLAnchorElement>('.small a');
    if (small !== null) {
      event.preventDefault();
      this.#go(this.#shown().findIndex((picture) => `#${picture.id}` === small.hash));
    }
    const turn = event.target.closest<HTMLElement>('[data-turns]');
    if (turn !== null)
      void loadForPress(
        () => import('./turn-view.ts'),
        (code) =>
          code.turn(turn, this.#shown(), this.#place, (place) => this.#go(place, 'instant')),
        () => turn,
      );
    if (event.target.closest('[data-zoom], [data-picture] img') !== null) this.#enlarge();
  }

  #key(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Enter') this.#enlarge();
    if (step === undefined) return;
    event.preventDefault();
    this.#go(this.#place + step);
  }

  #go(place: number, behavior: ScrollBehavior = 'auto') {
    const shown = this.#shown();
    const next = (place + shown.length) % shown.length;
    const row = this.#row();
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    row?.scrollTo({ left: next * row.clientWidth, behavior: calm ? 'instant' : behavior });
    this.#tell(next);
  }

  #scrolled() {
    const row = this.#row();
    if (row !== null) this.#tell(Math.round(row.scrollLeft / row.clientWidth));
  }

  #tell(place: number) {
    this.#place = place;
    const shown = this.#shown();
    const current = `#${shown[place]?.id}`;
    const words = [
      ['[data-place]', place + 1],
      ['[data-count]', shown.length],
    ] as const;
    for (const [target, value] of words) {
      const element = this.querySelector(target);
      if (element !== null) element.textContent = String(value);
    }
    for (const small of this.querySelectorAll<HTMLAnchorElement>('.small a')) {
      if (small.hash === current) small.setAttribute('aria-current', 'true');
      else small.removeAttribute('aria-current');
    }
  }

  #choose({ valueIds, variantIds }: Choice) {
    const smalls = [...this.querySelectorAll<HTMLAnchorElement>('.small a')];
    const pictures = [...this.querySelectorAll<HTMLElement>('[data-picture]')].map((element) => {
      const { value = null, variant = null } = element.dataset;
      return { element, value, variant };
    });
    const fitting = new Set(fittingPictures(pictures, new Set([...valueIds, ...variantIds])));
    let isChanged = false;
    for (const picture of pictures) {
      const { element } = picture;
      const isLater = !fitting.has(picture);
      isChanged ||= element.hasAttribute('data-later') !== isLater;
      element.toggleAttribute('data-later', isLater);
      const small = smalls.find((each) => each.hash === `#${element.id}`);
      small?.parentElement?.toggleAttribute('data-later', isLater);
    }
    // Told once more of the same choice, whoever looks at a picture stays with it.
    if (isChanged) this.#go(0, 'instant');
  }

  #enlarge() {
    const dialog = this.querySelector('dialog');
    if (dialog === null) return;
    openLargeView(dialog, this.#shown(), this.#place, (place) => this.#go(place, 'instant'));
  }
}

customElements.define('keywright-gallery', GalleryElement);
