import { callFunction, type Answer, type CallParts } from '#shared/backend/call-function.ts';

export interface NewRate {
  readonly code: string;
  /** In figures. */
  readonly perEuro: string;
  readonly ratedOn: string;
  /** The one that was seen: a rate that someone else changed since is not written over. */
  readonly version: number;
}

/** All or none; gives how many changed. */
export const setCurrencyRates = (
  rates: readonly NewRate[],
  key: string,
  parts: CallParts = {},
): Answer<number> =>
  callFunction(
    'set_currency_rates',
    {
      p_rates: rates.map(({ code, perEuro, ratedOn, version }) => ({
        code,
        per_euro: perEuro,
        rated_on: ratedOn,
        version,
      })),
      p_key: key,
    },
    (data) => (typeof data === 'number' ? data : null),
    parts,
  );
