import { prefix } from '#languages/page-path.ts';
import type { Address, CountryRules } from '#shared/address.ts';
import { fail, succeed } from '#shared/result.ts';
import type { Answer } from '#shared/backend/call-function.ts';
import { getBackend, type Backend } from '#shared/backend/client.ts';
import type { ValuesOf } from '#shared/backend/given.ts';
import { countryInWords } from '../model/country-words.ts';
import { toBackendError } from '#shared/backend/errors.ts';

const addressColumns = 'id,label,is_default,name,line1,line2,city,region,postcode,country,phone';

export type BookedAddress = ValuesOf<'addresses', typeof addressColumns>;

export async function listCountryRules(
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<readonly CountryRules[]> {
  const call = (await backend)
    .from('countries')
    .select('code,name,ships,region_label,postcode_label,postcode_pattern')
    .order('name');
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  if (error) return fail(toBackendError(error, status));
  if (prefix === '') return succeed(data);
  const inWords = data.map(countryInWords);
  return succeed(inWords.toSorted((a, b) => a.name.localeCompare(b.name)));
}

/** The default first. */
export async function listAddresses(
  userId: string,
  signal?: AbortSignal,
  backend: Promise<Backend> = getBackend(),
): Answer<readonly BookedAddress[]> {
  const call = (await backend)
    .from('addresses')
    .select(addressColumns)
    .eq('user_id', userId)
    .order('is_default', { ascending: false })
    .order('created_at');
  const { data, error, status } = await (signal ? call.abortSignal(signal) : call);
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** With an id it changes that address; without one it adds another. */
export async function saveAddress(
  address: Address & { readonly label: string },
  id: string | null,
  backend: Promise<Backend> = getBackend(),
): Answer<BookedAddress> {
  const table = (await backend).from('addresses');
  const { name, line1, line2, city, region, postcode, country, phone, label } = address;
  const row = { name, line1, line2, city, region, postcode, country, phone, label };
  const call = id === null ? table.insert(row) : table.update(row).eq('id', id);
  const { data, error, status } = await call.select(addressColumns).single();
  return error ? fail(toBackendError(error, status)) : succeed(data);
}

/** One address is the default at most, so the old one steps back first. */
export async function makeDefaultAddress(
  userId: string,
  id: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const client = await backend;
  const unset = await client
    .from('addresses')
    .update({ is_default: false })
    .eq('user_id', userId)
    .eq('is_default', true);
  if (unset.error) return fail(toBackendError(unset.error, unset.status));
  const set = await client.from('addresses').update({ is_default: true }).eq('id', id);
  return set.error ? fail(toBackendError(set.error, set.status)) : succeed(null);
}

export async function removeAddress(
  id: string,
  backend: Promise<Backend> = getBackend(),
): Answer<null> {
  const { error, status } = await (await backend).from('addresses').delete().eq('id', id);
  return error ? fail(toBackendError(error, status)) : succeed(null);
}
