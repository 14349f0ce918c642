/** Copies the address of the page, with the choices in it. */
export class ShareElement extends HTMLElement {
  connectedCallback() {
    this.querySelector('button')?.addEventListener('click', () => {
      const say = (text: string) => this.querySelector('span')?.replaceChildren(text);
      setTimeout(() => say(''), 4000);
      navigator.clipboard.writeText(location.href).then(
        () => say('Link copied'),
        () => say('Copy it from your address bar'),
      );
    });
  }
}

customElements.define('keywright-share', ShareElement);
