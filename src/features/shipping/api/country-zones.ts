/** Invariant: only while it is in those that were seen. */
import { fail, succeed, type Result } from '#shared/result.ts';
import { callFunction, type CallParts } from '#shared/backend/call-function.ts';
import { toldBy, type BackendError } from '#shared/backend/errors.ts';

type ZoneIds = readonly string[];

/** Refused with the zones it is in by now where someone else placed it meanwhile. */
export async function setCountryZones(
  country: string,
  zones: ZoneIds,
  expected: ZoneIds,
  parts: CallParts = {},
): Promise<Result<ZoneIds, { readonly error: BackendError; readonly theirs: ZoneIds | null }>> {
  const args = { p_country: country, p_zones: [...zones], p_expected: [...expected] };
  const set = await callFunction('set_country_zones', args, ({ zones: theirs }) => theirs, parts);
  if (set.ok) return succeed(set.value);
  return fail({ error: set.error, theirs: toldBy<'set_country_zones'>(set.error).zones ?? null });
}
