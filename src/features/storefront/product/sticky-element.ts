/**
 * Shows the bar at the foot of a phone while neither the sum nor the keys are in sight. Amid the choice it
 * tells what that comes to, and does not offer to lead there.
 */
export class StickyElement extends HTMLElement {
  connectedCallback() {
    const choice = document.querySelector('keywright-options');
    const ends = document.querySelectorAll('keywright-options [data-total],.product .acts');
    if (choice === null) return;
    const shown = new Set<Element>();
    const watch = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) shown.add(target);
        else shown.delete(target);
      }
      this.hidden = [...ends].some((end) => shown.has(end));
      this.toggleAttribute('data-amid', shown.has(choice));
    });
    for (const part of [choice, ...ends]) watch.observe(part);
  }
}
customElements.define('keywright-sticky', StickyElement);
