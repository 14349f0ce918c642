/** Shows the bar at the foot of a phone while the choice itself is out of sight. */
export class StickyElement extends HTMLElement {
  connectedCallback() {
    const choice = document.querySelector('keywright-options');
    if (choice === null) return;
    const watch = new IntersectionObserver(([entry]) => {
      this.hidden = entry === undefined || entry.isIntersecting;
    });
    watch.observe(choice);
  }
}
customElements.define('keywright-sticky', StickyElement);
