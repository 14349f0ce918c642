/** The customers of the demo shop: made up, each in a place that fits the name. */
import type { Chance } from './random.ts';
import { places, type Place } from './places.ts';

export interface Address {
  readonly name: string;
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly region: string;
  readonly postcode: string;
  readonly country: string;
  readonly phone: string;
  readonly company?: {
    readonly name: string;
    readonly vat_number: string;
    readonly purchase_number: string;
    readonly billing: null;
  };
}

export interface Customer {
  readonly email: string;
  /** Null for a guest. */
  readonly userId: string | null;
  readonly address: Address;
}

const mailDomains = ['example.com', 'example.org', 'example.net'];
const companyEndings = ['Studio', 'Werkplaats', 'Labs', 'Ateliers', 'Systems', 'Design Office'];
const lines2 = ['', '', '', '', '2nd floor', 'Back house', 'Flat 3', 'c/o Setzerei'];

/** As in a mail address: letters without accents, and a dot between words. */
const plain = (text: string): string =>
  text
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z]+/g, '.')
    .replaceAll(/\.{2,}|^\.|\.$/g, '.')
    .replaceAll(/^\.|\.$/g, '')
    .toLowerCase();

/** Ends in a digit that tells companies of one country apart. */
const vatNumberOf = (place: Place, count: number): string =>
  (place.vatNumber ?? '').replace(/0(?=0*(B01)?$|0*1$)/, String((count % 9) + 1));

function addressOf(chance: Chance, place: Place, name: string): Address {
  const town = chance.one(place.towns);
  const number = chance.whole(1, 180);
  const street = chance.one(place.streets);
  return {
    name,
    line1: place.numberFirst ? `${number} ${street}` : `${street} ${number}`,
    line2: chance.one(lines2),
    city: town.city,
    region: town.region ?? '',
    postcode: town.postcode,
    country: place.country,
    phone: chance.happens(0.6)
      ? `${place.phone}${String(chance.whole(0, 999)).padStart(3, '0')}`
      : '',
  };
}

function nameOf(chance: Chance, place: Place, taken: Set<string>): string {
  for (let tries = 0; tries < 40; tries += 1) {
    const name = `${chance.one(place.given)} ${chance.one(place.family)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
  const name = `${chance.one(place.given)} ${chance.one(place.family)} ${taken.size}`;
  taken.add(name);
  return name;
}

export function makeCustomers(chance: Chance, count: number): Customer[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    const place = chance.weighted(places);
    const name = nameOf(chance, place, taken);
    const address = addressOf(chance, place, name);
    const isCompany = place.vatNumber !== undefined && chance.happens(0.14);
    const company = {
      name: `${name.split(' ').at(-1)} ${chance.one(companyEndings)}`,
      vat_number: vatNumberOf(place, index),
      purchase_number: chance.happens(0.5) ? `PO-${chance.whole(1000, 9999)}` : '',
      billing: null,
    };
    return {
      email: `${plain(name)}@${chance.one(mailDomains)}`,
      userId: chance.happens(0.42) ? chance.uuid() : null,
      address: isCompany ? { ...address, company } : address,
    };
  });
}
