/** Whoever sells a batch in the visitor's own country comes first, and is said to. */
import { rememberedCountry } from '#features/countries/store/remembered-country.ts';

export function putOwnPartnersFirst(): void {
  const list = document.querySelector('[data-partners]');
  const code = rememberedCountry();
  if (list === null || code === null) return;
  for (const mark of list.querySelectorAll('[data-mine]')) mark.remove();
  const own = list.querySelectorAll<HTMLElement>(`[data-countries~="${code}"]`);
  for (const partner of own) {
    const mark = document.createElement('strong');
    mark.dataset['mine'] = '';
    mark.textContent = 'Sells in your country';
    partner.firstElementChild?.append(mark);
  }
  list.prepend(...own);
}

putOwnPartnersFirst();
