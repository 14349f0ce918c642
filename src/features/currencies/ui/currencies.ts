/**
 * Prices in another currency beside those in euro, for whoever chose one. Invariants: a price in euro stays
 * as it is, wherever it came from, for what is added is an attribute that the style shows; and a page whose
 * visitor chose none is not touched but for the choice at its foot.
 */
import { element } from '#ui/element.ts';
import { storedText } from '#shared/stored-text.ts';
import { aboutWords, minorIn, type CurrencyRate } from '../model/about.ts';
import { currencyKey, readRates, rememberCurrency } from '../store/chosen-currency.ts';

/** Of prerendered pages all; of islands those that say so: a payment that came was in euro alone. */
const prices =
  'data[value]:not(astro-island *),[data-prices] data[value],[data-live-price],keywright-options .delta,.tiers li,dialog article>b,dialog footer>[role=status]';
const shown = 'data-approx';

/** Carried by this code: whoever never chooses loads none of it. */
const styles = `@layer ui {
  [${shown}] { white-space: normal; }
  keywright-options [${shown}] { text-align: end; }
  [${shown}]::after {
    content: attr(${shown});
    display: block;
    color: var(--ink-soft);
    font-size: var(--size-small);
    font-weight: 400;
    letter-spacing: 0;
    line-height: 1.3;
    white-space: nowrap;
  }
  [data-currencies]:not([hidden]) { display: grid; gap: 0.35rem; justify-items: start; }
  [data-currencies] label { display: flex; flex-wrap: wrap; gap: 0 0.6rem; align-items: center; font-size: var(--size-small); }
  [data-currencies] select {
    min-block-size: var(--target);
    max-inline-size: 16rem;
    padding-inline: 0.6rem;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--raised);
    color: var(--ink);
  }
  [data-currency-note] { color: var(--ink-soft); font-size: var(--size-small); line-height: 1.35; }
}`;

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const noteOf = ({ ratedOn }: CurrencyRate) =>
  `Charged in euro. Approximate, by the rate of ${longDay.format(new Date(ratedOn))}.`;

function write(place: Element, words: string | null): void {
  if (place.getAttribute(shown) === words) return;
  if (words === null) place.removeAttribute(shown);
  else place.setAttribute(shown, words);
}

/** Said once: by the sums of the page, or at its foot where it has none. */
function writeNotes(words: string): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-currency-note]')];
  const first = places.find((place) => place.closest('main') !== null) ?? places[0];
  for (const place of places) {
    const said = place === first ? words : '';
    if (place.textContent !== said) place.textContent = said;
    place.hidden = said === '';
  }
}

let rates: readonly CurrencyRate[] = [];
/** Kept here too: without storage a choice holds for this page. */
let code = '';

function tell(): void {
  const rate = rates.find((each) => each.code === code);
  for (const place of document.querySelectorAll(rate ? prices : `[${shown}]`)) {
    const minor = rate ? minorIn(place.textContent ?? '') : null;
    write(place, rate && minor !== null ? aboutWords(minor, rate) : null);
  }
  writeNotes(rate ? noteOf(rate) : '');
}

const observer = new MutationObserver(tell);

function apply(): void {
  observer.disconnect();
  tell();
  if (code === '') return;
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}

function choose(chosen: string): void {
  code = rates.some((rate) => rate.code === chosen) ? chosen : '';
  for (const select of document.querySelectorAll<HTMLSelectElement>('[data-currencies] select')) {
    select.value = code;
  }
  apply();
}

function drawChoice(foot: HTMLElement): void {
  const options = rates.map((rate) =>
    element('option', { value: rate.code }, [`${rate.name} (${rate.code})`]),
  );
  const select = element('select', { autocomplete: 'off' }, [
    element('option', { value: '' }, ['euro only']),
    ...options,
  ]);
  select.addEventListener('change', () => {
    rememberCurrency(select.value);
    choose(select.value);
  });
  foot.replaceChildren(
    element('label', { class: 'no-print' }, ['Prices also in', select]),
    element('p', { 'data-currency-note': '', role: 'status', hidden: '' }),
  );
  foot.hidden = false;
}

let isShown = false;

/** Once, when somebody nears the foot or has chosen before; again when another page has chosen. */
export async function showCurrencies(foot: HTMLElement): Promise<void> {
  if (!isShown) {
    isShown = true;
    rates = await readRates();
    if (rates.length === 0) {
      isShown = false;
      return;
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets.push(sheet);
    drawChoice(foot);
  }
  choose(storedText(currencyKey) ?? '');
}
