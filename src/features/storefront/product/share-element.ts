/** Copies the address of the page, with the choices in it. */
export class ShareElement extends HTMLElement {
  connectedCallback() {
    const button = this.querySelector('button');
    const words = button?.textContent ?? '';
    button?.addEventListener('click', () => {
      const say = (text: string) => {
        button.textContent = text;
        setTimeout(() => (button.textContent = words), 4000);
      };
      navigator.clipboard.writeText(location.href).then(
        () => say('Copied'),
        () => say('Copy it from your address bar'),
      );
    });
  }
}

customElements.define('keywright-share', ShareElement);
