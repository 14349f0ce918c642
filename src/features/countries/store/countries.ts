/**
 * The countries of the shop for whoever chooses one, from the payload of their page: the same rows as
 * at the order.
 */
import { atom, onMount } from 'nanostores';

export interface Country {
  readonly code: string;
  readonly name: string;
  readonly ships: boolean;
  readonly notShippedReason: string;
}

/** Null until they are read; a page that can't read them keeps what was chosen before. */
export const $countries = atom<readonly Country[] | null>(null);

interface CountriesPayload {
  readonly data: { readonly countries: readonly Country[] };
}

onMount($countries, () => {
  if ($countries.get() === null && 'window' in globalThis) void readCountries();
});

async function readCountries(): Promise<void> {
  try {
    const answer = await fetch('/countries/_payload.json');
    if (!answer.ok) return;
    const { data }: CountriesPayload = await answer.json();
    $countries.set(data.countries.toSorted((a, b) => a.name.localeCompare(b.name)));
  } catch {
    // Offline: the screen says so where it matters, at the quote.
  }
}
