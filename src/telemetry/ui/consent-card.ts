/**
 * Asks once whether visits may be counted, without standing in the way, once a page is idle. Who has asked
 * the browser not to be tracked is not asked at all.
 */
import { element } from '#ui/element.ts';
import { keepConsent, storedConsent } from '../stored-consent.ts';

/** On a phone the card has two lines: what stands in these is said at the foot of the page as well. */
const more = (words: string) => element('span', {}, [words]);

/** What the page says of it, which is built: no style comes along with the card. */
interface Told {
  readonly privacy?: string | undefined;
  /** Classes of a small key. */
  readonly button?: string | undefined;
}

const choice = (name: string, value: string, { button = '' }: Told) =>
  element('button', { type: 'button', class: button, 'data-ask': '', 'data-choice': value }, [
    name,
  ]);

const draw = (told: Told) =>
  element('section', { 'aria-label': 'Visitor statistics' }, [
    element('h2', { tabindex: '-1' }, ['May we count your visit?']),
    element('p', { 'data-ask': '' }, [
      more('It shows us how people find and use the shop.'),
      ' No name, ',
      more('no address, '),
      'no advertising',
      more(', and you can change your mind at the foot of every page'),
      '. We also send error reports, without personal data, unless you decline. ',
      told.privacy ? element('a', { href: told.privacy }, ['Privacy']) : '',
    ]),
    element('div', {}, [choice('Accept', 'granted', told), choice('Decline', 'refused', told)]),
  ]);

/** Once on a page, and hidden from whoever has answered. */
export function showConsentCard(): void {
  const place = document.querySelector<HTMLElement>('keywright-consent');
  if (place === null || place.firstElementChild !== null) return;
  const card = draw(place.dataset);
  card.hidden = storedConsent() !== 'unknown';
  // Kept at once: who follows a link before the rest is there has answered too.
  card.addEventListener('click', ({ target }) => {
    const chosen =
      target instanceof Element && target.closest('[data-ask]')?.getAttribute('data-choice');
    if (chosen) keepConsent(chosen);
  });
  place.append(card);
}
