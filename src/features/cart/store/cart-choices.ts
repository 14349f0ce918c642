/**
 * What somebody chose for the whole cart on the way to an order: country, discount code, method, and
 * whether all of it is sent together. Nothing of it names a person.
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
  /** Until when all of it waits to be sent together, as that was told; null where nothing waits. */
  readonly together: string | null;
}

const storageKey = 'keywright:cart:choices';
const none: CartChoices = { country: null, code: null, methodId: null, together: null };

const textUpTo = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.length <= most ? value : null;

function readChoices(): CartChoices {
  const country = rememberedCountry();
  try {
    const raw: Record<string, unknown> = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    const { code, methodId, together } = raw;
    return {
      country,
      code: textUpTo(code, 120),
      methodId: typeof methodId === 'string' && methodId.length === 36 ? methodId : null,
      together: textUpTo(together, 40),
    };
  } catch {
    return { ...none, country };
  }
}

export const $choices = atom<CartChoices>('window' in globalThis ? readChoices() : none);

/** The country is the browser's; the rest was somebody's. */
export function forgetOwnChoices(): void {
  choose({ code: null, methodId: null, together: null });
}

export function choose(changed: Partial<CartChoices>): void {
  const choices = { ...$choices.get(), ...changed };
  if (changed.country) rememberCountry(changed.country);
  try {
    const { code, methodId, together } = choices;
    localStorage.setItem(storageKey, JSON.stringify({ code, methodId, together }));
  } catch {
    // Without storage the choice holds for this page.
  }
  $choices.set(choices);
}

if ('window' in globalThis) {
  addEventListener('storage', ({ key }) => {
    const { together } = readChoices();
    // Tabs that took methods from each other would settle them for ever.
    if (key === storageKey && together !== $choices.get().together)
      $choices.set({ ...$choices.get(), together });
  });
}
