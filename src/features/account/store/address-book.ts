/**
 * The saved addresses of whoever is signed in, and the rules of each country for whoever writes one.
 * Without either, an address can still be typed.
 */
import { atom, onMount } from 'nanostores';
import { listAddresses, listCountryRules, type BookedAddress } from '../api/addresses.ts';
import type { CountryRules } from '#shared/address.ts';
import { $session, startSession } from './session.ts';

/** Whether the last try to read them came to nothing. */
export const $areRulesMissing = atom(false);

/** Null until they are read. */
export const $countryRules = atom<readonly CountryRules[] | null>(null);
export const $savedAddresses = atom<readonly BookedAddress[]>([]);

export async function readRules(): Promise<void> {
  if ($countryRules.get() !== null) return;
  $areRulesMissing.set(false);
  const answer = await listCountryRules().catch(() => null);
  if (answer?.ok) $countryRules.set(answer.value);
  else $areRulesMissing.set(true);
}

onMount($countryRules, () => {
  if (!('window' in globalThis)) return;
  const readAgain = () => void readRules();
  readAgain();
  addEventListener('online', readAgain);
  return () => removeEventListener('online', readAgain);
});

onMount($savedAddresses, () => {
  startSession();
  return $session.subscribe((session) => {
    if (session.status !== 'signed-in') $savedAddresses.set([]);
    else void readBook(session.userId);
  });
});

async function readBook(userId: string): Promise<void> {
  const answer = await listAddresses(userId).catch(() => null);
  if (answer?.ok) $savedAddresses.set(answer.value);
}
