/** What the choice of B-stock does to its page. */
import { bStockWord } from '#features/catalogue/model/b-stock.ts';
import { element } from '#ui/element.ts';

const flawsOf = (input: HTMLInputElement) =>
  input.closest('label')?.querySelector('[data-flaws]')?.textContent;

const inputs = (form: HTMLElement, filter: string) => [
  ...form.querySelectorAll<HTMLInputElement>(`input${filter}`),
];

/** B-stock is sold by itself: once it is ticked, what every order needs may be left out. */
export function freeKits(form: HTMLElement, ticked: HTMLInputElement): void {
  if (!flawsOf(ticked)) return;
  const isAlone = inputs(form, '[type=checkbox]:checked').some(flawsOf);
  for (const kit of inputs(form, '[data-needed]')) {
    // Ticked again beside it, it stays.
    if (kit.disabled === isAlone) kit.checked = !isAlone;
    kit.disabled = !isAlone;
  }
}

/** Tells the flaws beside the key that buys it, and asks nothing of what is sold as it is. */
export function showFlaws(form: HTMLElement): void {
  const told = inputs(form, ':checked').flatMap((input) => {
    const flaws = flawsOf(input);
    return flaws ? [element('p', {}, [element('b', {}, [bStockWord]), ` ${flaws}`])] : [];
  });
  document.querySelector('[data-told]')?.replaceChildren(...told);
  const kits = inputs(form, '[data-needed]');
  for (const group of form.querySelectorAll<HTMLElement>('[data-option]')) {
    group.hidden = kits.length > 0 && kits.every((kit) => !kit.checked);
  }
}
