/**
 * Puts into the cart what is chosen on the page. Invariant: the cart and the header's number have
 * changed before anything is asked of the network.
 */
import { countPieces, lineKey, type KeptLine } from '#domain/cart-line.ts';
import { $cartKeeping, $cartLines, addLines } from '#stores/cart.ts';
import { routes } from '#routes.ts';

const plain = { quantity: 1, options: {}, design_id: null, offer_id: null };

/** The variants that are ticked; the answers to the questions belong to what is needed, or to all. */
function chosenLines(path: string): readonly KeptLine[] {
  const form = document.querySelector('keywright-options form');
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('input:checked') ?? [])];
  const options = Object.fromEntries(
    inputs.flatMap((input) => {
      const option = input.closest<HTMLElement>('[data-option-id]')?.dataset['optionId'];
      const value = input.dataset['value'];
      return option === undefined || value === undefined ? [] : [[option, value] as const];
    }),
  );
  const variants = inputs.filter((input) => input.dataset['variant'] !== undefined);
  const hasBase = variants.some((input) => input.disabled);
  return variants.map((input) => ({
    ...plain,
    variant_id: input.dataset['variant'] ?? '',
    options: hasBase && !input.disabled ? {} : options,
    path,
  }));
}

class AddElement extends HTMLElement {
  connectedCallback() {
    this.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('[data-add]')) this.#add();
    });
    dispatchEvent(new CustomEvent('keywright:drawer'));
  }

  #add() {
    const { path = '', variant } = this.dataset;
    const lines =
      variant === undefined ? chosenLines(path) : [{ ...plain, variant_id: variant, path }];
    addLines(lines);
    this.#say(countPieces($cartLines.get()));
    dispatchEvent(new CustomEvent('keywright:drawer', { detail: lines.map(lineKey) }));
  }

  /** Stays behind when the drawer is closed, and is all there is where the drawer can't be loaded. */
  #say(count: number) {
    const link = document.createElement('a');
    link.href = routes.cart;
    link.textContent = `${count} in the cart`;
    const words = [`Added: `, link];
    if ($cartKeeping.get() !== 'browser') words.push('. This browser keeps it until you leave');
    this.querySelector('.said')?.replaceChildren(...words);
  }
}

customElements.define('keywright-add', AddElement);
