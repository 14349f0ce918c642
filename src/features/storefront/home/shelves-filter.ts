/**
 * Shows the cards that fit what is asked for, in the order that is asked for. It listens from its first
 * load on, and takes over what was typed or chosen before.
 */
import { bStockSale, priceCode, saleCode, saleOf } from '#features/catalogue/model/sale-way.ts';
import { isStockWord } from '#features/catalogue/model/stock-word.ts';
import { followAddress } from '#ui/address-form.ts';
import { cardsOf, readShelfCards, type ShelfCards } from './shelf-cards.ts';

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** Empty while its file is on the way: what stands on the cards is known without it. */
let known: ShelfCards = new Map();

/** Its name, what is said of it, and what does not stand on it. */
function wordsOf(card: HTMLElement): string {
  const seen = [...card.querySelectorAll('h3, .summary')].map(({ textContent }) => textContent);
  const { words, values = [] } = known.get(card) ?? {};
  return [...seen, words, ...values.map(([, value]) => value)].join(' ').toLowerCase();
}

/** What the shop has just said of it, if anything. */
const stockOf = (card: HTMLElement) => {
  const { stock = '' } = card.dataset;
  return isStockWord(stock) ? stock : undefined;
};

/** Of a card whose file is on the way nothing is known yet: it stays until then. */
function hasValue(card: HTMLElement, code: string, value: string): boolean {
  const of = known.get(card);
  if (value === '' || !of) return true;
  if (code === saleCode && value === bStockSale) {
    // The shop empties the mark of what is gone.
    return (
      card.querySelector('[data-b-stock-mark]')?.textContent.trim() !== '' && of.hasBStock === true
    );
  }
  if (code === saleCode) return saleOf(of.facts, Date.now(), stockOf(card)) === value;
  if (code === priceCode) return priceOf(card) <= Number(value);
  return of.values.some((own) => own[0] === code && own[1] === value);
}

const sinceOf = (card: HTMLElement) => known.get(card)?.since ?? '';
const priceOf = (card: HTMLElement) => known.get(card)?.price ?? Infinity;

/** Of two cards of one shelf, which comes first. As the shop stands them when nothing is asked. */
const orders: Readonly<Record<string, (a: HTMLElement, b: HTMLElement) => number>> = {
  new: (a, b) => sinceOf(b).localeCompare(sinceOf(a)),
  price: (a, b) => priceOf(a) - priceOf(b),
  name: (a, b) => wordsOf(a).localeCompare(wordsOf(b)),
};

function sort(shelves: HTMLElement, by: string, asStood: readonly HTMLElement[]): void {
  const order = orders[by];
  for (const list of shelves.querySelectorAll('[data-shelf] ul')) {
    const here = asStood.filter((card) => card.parentElement === list);
    const sorted = order ? here.toSorted(order) : here;
    const isSo = sorted.every((card, place) => list.children[place] === card);
    if (!isSo) list.append(...sorted);
  }
}

function filter(shelves: HTMLElement, form: HTMLFormElement, cards: readonly HTMLElement[]): void {
  const data = new FormData(form);
  const kind = textOf(data, 'kind');
  const words = textOf(data, 'q').toLowerCase().split(/\s+/).filter(Boolean);
  const facets = [...form.querySelectorAll<HTMLSelectElement>('[data-facet]')];
  const fits = (card: HTMLElement, others = facets) =>
    others.every(({ name, value }) => hasValue(card, name, value));
  const named = cards.filter((card) => words.every((word) => wordsOf(card).includes(word)));
  const ofKind = (value: string) =>
    named.filter(({ dataset }) => value === '' || dataset['kind'] === value);
  const shown = new Set(ofKind(kind).filter((card) => fits(card)));
  for (const card of cards) card.hidden = !shown.has(card);
  for (const section of shelves.querySelectorAll<HTMLElement>('[data-shelf]')) {
    section.hidden = section.querySelector('[data-card]:not([hidden])') === null;
  }
  // Each choice says how many it would show.
  for (const chip of form.querySelectorAll<HTMLInputElement>('[name=kind]')) {
    const said = chip.closest('label')?.querySelector('[data-count]');
    if (said) said.textContent = String(ofKind(chip.value).length);
  }
  for (const facet of known.size > 0 ? facets : []) {
    const others = named.filter((card) =>
      fits(
        card,
        facets.filter((each) => each !== facet),
      ),
    );
    for (const option of [...facet.options].filter(({ value }) => value !== '')) {
      const count = others.filter((card) => hasValue(card, facet.name, option.value)).length;
      option.textContent = `${option.dataset['words']} (${count})`;
      option.disabled = count === 0 && !option.selected;
    }
  }
  const chosen = form.querySelector('[data-chosen]');
  const count = facets.filter(({ value }) => value !== '').length;
  if (chosen !== null) chosen.textContent = count === 0 ? '' : `(${count})`;
  const none = shelves.querySelector<HTMLElement>('.none');
  if (none !== null) none.hidden = shown.size > 0;
  const found = form.querySelector('.found');
  const isNarrowed = kind !== '' || words.length > 0 || count > 0;
  if (found !== null) found.textContent = isNarrowed ? `${shown.size} shown` : '';
}

const shelves = document.querySelector<HTMLElement>('keywright-shelves');
const form = shelves?.querySelector('form');
if (shelves && form) {
  const cards = cardsOf(shelves);
  const show = () => {
    filter(shelves, form, cards);
    sort(shelves, textOf(new FormData(form), 'sort'), cards);
  };
  const learn = async () => {
    known = await readShelfCards(shelves).catch(() => known);
    show();
  };
  void learn();
  // Windows open and close meanwhile, and the shop says what is sold out.
  shelves.addEventListener('keywright:shelved', show);
  followAddress(form, show);
}
