/** Prices a parcel to the visitor's country from the payload of the countries page, once it is asked. */
import { formatMoney } from '#shared/money.ts';
import {
  estimateShipping,
  type EstimateMethod,
} from '#features/shipping/model/shipping-estimate.ts';
import {
  rememberCountry,
  rememberedCountry,
} from '#features/countries/store/remembered-country.ts';
import { putOwnPartnersFirst } from './partner-order.ts';

type Facts = {
  readonly countries: readonly {
    readonly code: string;
    readonly name: string;
    readonly ships: boolean;
    readonly notShippedReason: string;
    readonly taxWords: string;
    readonly zoneIds: readonly string[];
    readonly restrictions: readonly { readonly shippingTag: string; readonly reason: string }[];
  }[];
  readonly zones: readonly { readonly id: string; readonly methods: readonly EstimateMethod[] }[];
};

class ShippingElement extends HTMLElement {
  #facts: Facts | null = null;

  connectedCallback() {
    const details = this.querySelector('details');
    const readOnce = () => {
      if (details?.open && this.#facts === null) void this.#read();
    };
    details?.addEventListener('toggle', readOnce);
    readOnce();
    this.querySelector('select')?.addEventListener('change', (event) => {
      if (event.target instanceof HTMLSelectElement) rememberCountry(event.target.value);
      this.#show();
      putOwnPartnersFirst();
    });
  }

  async #read() {
    this.#say(['Loading the rates', '']);
    try {
      const answer = await fetch('/countries/_payload.json');
      if (!answer.ok) throw new Error(answer.statusText);
      this.#facts = (await answer.json()).data;
    } catch {
      this.#say([
        'The rates could not be loaded. You can also find them on the shipping page.',
        '',
      ]);
      return;
    }
    const select = this.querySelector('select');
    const countries = this.#facts?.countries ?? [];
    select?.append(
      new Option('Choose', ''),
      ...countries.map(({ code, name }) => new Option(name, code)),
    );
    const known = rememberedCountry();
    if (select !== null && known !== null) select.value = known;
    const label = select?.parentElement;
    if (label) label.hidden = false;
    this.#show();
  }

  #show() {
    const code = this.querySelector('select')?.value;
    const country = this.#facts?.countries.find((each) => each.code === code);
    if (country === undefined) return this.#say();
    if (!country.ships) return this.#say([country.notShippedReason, '']);
    const tags = (this.dataset['tags'] ?? '').split(' ').filter(Boolean);
    const refused = country.restrictions.find(({ shippingTag }) => tags.includes(shippingTag));
    if (refused !== undefined) return this.#say([refused.reason, '']);
    const total = document.querySelector<HTMLDataElement>('[data-total]');
    const parcel = {
      weightGrams: Number(this.dataset['weight']),
      valueMinor: Number(total?.value ?? 0),
      tags,
      day: new Date().toISOString().slice(0, 10),
    };
    const zones = this.#facts?.zones.filter(({ id }) => country.zoneIds.includes(id)) ?? [];
    const lines = zones
      .flatMap(({ methods }) => methods)
      .map((method): readonly [string, string] => {
        const { priceMinor, reason } = estimateShipping(method, parcel);
        const days = `${method.name}, ${method.daysMin} to ${method.daysMax} working days`;
        return [days, priceMinor === null ? reason : formatMoney(priceMinor, method.currency)];
      });
    this.#say(...lines, [country.taxWords, '']);
  }

  #say(...lines: readonly (readonly [string, string])[]) {
    const made = lines.map((words) => {
      const line = document.createElement('p');
      line.append(
        ...words.map((text) => {
          const part = document.createElement('span');
          part.textContent = text;
          return part;
        }),
      );
      return line;
    });
    this.querySelector('.answer')?.replaceChildren(...made);
  }
}

customElements.define('keywright-shipping', ShippingElement);
