/**
 * What somebody chose for the whole cart on the way to an order: country, discount code, method.
 * Nothing of it names a person.
 */
import { atom } from 'nanostores';
import {
  rememberCountry,
  rememberedCountry,
} from '#features/countries/store/remembered-country.ts';

export interface CartChoices {
  readonly country: string | null;
  readonly code: string | null;
  readonly methodId: string | null;
}

const storageKey = 'keywright:cart:choices';

function readChoices(): CartChoices {
  const country = rememberedCountry();
  try {
    const raw: Record<string, unknown> = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const { code, methodId } = raw;
    return {
      country,
      code: typeof code === 'string' && code.length <= 120 ? code : null,
      methodId: typeof methodId === 'string' && methodId.length === 36 ? methodId : null,
    };
  } catch {
    return { country, code: null, methodId: null };
  }
}

export const $choices = atom<CartChoices>(
  'window' in globalThis ? readChoices() : { country: null, code: null, methodId: null },
);

/** The country is the browser's; code and method were somebody's. */
export function forgetOwnChoices(): void {
  choose({ code: null, methodId: null });
}

export function choose(changed: Partial<CartChoices>): void {
  const choices = { ...$choices.get(), ...changed };
  if (changed.country) rememberCountry(changed.country);
  try {
    const { code, methodId } = choices;
    localStorage.setItem(storageKey, JSON.stringify({ code, methodId }));
  } catch {
    // Without storage the choice holds for this page.
  }
  $choices.set(choices);
}
