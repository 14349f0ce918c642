import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';
import type { Json } from '#shared/backend/database.types.ts';
import type { RateChanges } from '../model/rate-grid.ts';

const toJson = (rows: RateChanges[keyof RateChanges]): Json => rows.map((row) => ({ ...row }));

/** All of it or none: refused where one of the rates is not what was seen any more. */
export const changeShippingRates = (
  zone: string,
  { remove, change, add }: RateChanges,
  parts: CallParts = {},
): Answer<string> =>
  callFunction(
    'change_shipping_rates',
    { p_zone: zone, p_remove: toJson(remove), p_change: toJson(change), p_add: toJson(add) },
    (changed) => changed.zone,
    parts,
  );
