/** It reads the same rows as the checkout, and a method that can't serve says why. */
type EstimateRate = {
  readonly fromWeightGrams: number;
  readonly toWeightGrams: number;
  readonly fromValueMinor: number;
  readonly toValueMinor: number | null;
  readonly priceMinor: number;
  readonly validFrom: string;
  readonly validTo: string | null;
};

export type EstimateMethod = {
  readonly name: string;
  readonly carrier: string;
  readonly daysMin: number;
  readonly daysMax: number;
  readonly maxWeightGrams: number;
  readonly maxValueMinor: number | null;
  readonly refusedTags: readonly string[];
  readonly currency: string;
  readonly rates: readonly EstimateRate[];
};

export type Parcel = {
  readonly weightGrams: number;
  readonly valueMinor: number;
  readonly tags: readonly string[];
  /** The day it is priced on, as `2026-11-21`. */
  readonly day: string;
};

export type Estimate =
  | { readonly method: EstimateMethod; readonly priceMinor: number; readonly reason: null }
  | { readonly method: EstimateMethod; readonly priceMinor: null; readonly reason: string };

function rateFor(method: EstimateMethod, parcel: Parcel): EstimateRate | undefined {
  const { weightGrams, valueMinor, day } = parcel;
  return method.rates.find(
    (rate) =>
      weightGrams > rate.fromWeightGrams &&
      weightGrams <= rate.toWeightGrams &&
      valueMinor >= rate.fromValueMinor &&
      (rate.toValueMinor === null || valueMinor < rate.toValueMinor) &&
      day >= rate.validFrom &&
      (rate.validTo === null || day < rate.validTo),
  );
}

const goods: Readonly<Record<string, string>> = {
  battery: 'batteries',
  liquid: 'liquids',
  magnet: 'magnets',
};

export function estimateShipping(method: EstimateMethod, parcel: Parcel): Estimate {
  const refuse = (reason: string): Estimate => ({ method, priceMinor: null, reason });
  const tag = parcel.tags.find((each) => method.refusedTags.includes(each));
  if (tag !== undefined) return refuse(`${method.carrier} does not carry ${goods[tag] ?? tag}.`);
  if (parcel.weightGrams > method.maxWeightGrams) {
    return refuse(`Too heavy: at most ${method.maxWeightGrams / 1000} kg.`);
  }
  if (method.maxValueMinor !== null && parcel.valueMinor > method.maxValueMinor) {
    return refuse('Too valuable: the parcel is above this method’s limit.');
  }
  const rate = rateFor(method, parcel);
  if (rate === undefined) return refuse('This method has no rate for this weight and value.');
  return { method, priceMinor: rate.priceMinor, reason: null };
}

/** What a small parcel of little value costs, or null where nothing is sent. */
export function lowestPrice(methods: readonly EstimateMethod[], day: string): number | null {
  const prices = methods.flatMap((method) =>
    method.rates
      .filter(
        (rate) =>
          rate.fromValueMinor === 0 &&
          day >= rate.validFrom &&
          (rate.validTo === null || day < rate.validTo),
      )
      .map((rate) => rate.priceMinor),
  );
  return prices.length === 0 ? null : Math.min(...prices);
}
