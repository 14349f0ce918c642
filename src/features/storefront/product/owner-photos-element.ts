/** Opens customers' photographs in the large view of the gallery; where a page has none, as the files they are. */
import { openLargeView } from './large-view.ts';

class PhotosElement extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => this.#press(event));
  }

  #press(event: MouseEvent) {
    const link = event.target instanceof Element && event.target.closest('a');
    const dialog = document.querySelector<HTMLDialogElement>('keywright-gallery > dialog');
    // A new tab is asked for by whoever holds a key.
    if (!link || !dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const shown = [...this.querySelectorAll<HTMLElement>('figure')];
    const first = shown.findIndex((figure) => figure.contains(link));
    openLargeView(dialog, shown, first, (place) => shown[place]?.querySelector('a')?.focus());
  }
}

customElements.define('keywright-photos', PhotosElement);
