import { playSound } from '#ui/sound-player.ts';

class SoundsElement extends HTMLElement {
  #ends: readonly (() => void)[] = [];

  connectedCallback() {
    const rows = [...this.querySelectorAll<HTMLElement>('[data-length]')];
    this.#ends = rows.map(playSound);
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
  }
}

customElements.define('keywright-sounds', SoundsElement);
