/**
 * The prices of a zone as a grid of weights by methods. Invariant: once it is saved, a parcel pays what
 * the cell of its weight and value shows, and a rate that no change touches stays the row it is.
 */
import { textToMinor } from '#desk-kit/model/field-text.ts';
import type { Row } from '#shared/backend/given.ts';
import { decimalMoney, formatMoney } from '#shared/money.ts';
import { fail, succeed, type Result } from '#shared/result.ts';

type RateRow = Row<'listed_shipping_rates'>;

/** Over its lower weight up to the other, worth its lower value to under the other; null is no limit. */
export type RateStep = Pick<
  RateRow,
  'from_weight_grams' | 'to_weight_grams' | 'from_value_minor' | 'to_value_minor'
>;

export type ZoneRate = RateStep &
  Pick<RateRow, 'id' | 'version' | 'method_id' | 'price_minor' | 'valid_from' | 'valid_to'>;

export type ZoneMethod = Pick<Row<'shipping_methods'>, 'id' | 'name' | 'max_weight_grams'>;

export interface RateDraft {
  /** Where steps end, lightest first. */
  readonly weights: readonly number[];
  /** Where steps begin, from 0. */
  readonly values: readonly number[];
  /** What was typed, by `cellKey`. */
  readonly typed: ReadonlyMap<string, string>;
}

const endOf = (step: Pick<RateStep, 'to_value_minor'>) => step.to_value_minor ?? Infinity;
const ascending = (numbers: readonly number[]) =>
  [...new Set(numbers)].toSorted((one, other) => one - other);

export const ratesOn = (rates: readonly ZoneRate[], day: string): readonly ZoneRate[] =>
  rates.filter((rate) => rate.valid_from <= day && (rate.valid_to === null || day < rate.valid_to));

/** Days after this one on which a price begins or ends. */
export const daysOfChange = (rates: readonly ZoneRate[], day: string): readonly string[] =>
  [...new Set(rates.flatMap((rate) => [rate.valid_from, rate.valid_to ?? '']))]
    .filter((each) => each > day)
    .toSorted();

export function draftOf(rates: readonly ZoneRate[]): RateDraft {
  return {
    weights: ascending(
      rates
        .flatMap((rate) => [rate.from_weight_grams, rate.to_weight_grams])
        .filter((grams) => grams > 0),
    ),
    values: ascending([
      0,
      ...rates.flatMap((rate) => [rate.from_value_minor, rate.to_value_minor ?? 0]),
    ]),
    typed: new Map(),
  };
}

export const stepsOf = ({ weights, values }: Pick<RateDraft, 'weights' | 'values'>): RateStep[] =>
  weights.flatMap((grams, at) =>
    values.map((minor, band) => ({
      from_weight_grams: weights[at - 1] ?? 0,
      to_weight_grams: grams,
      from_value_minor: minor,
      to_value_minor: values[band + 1] ?? null,
    })),
  );

export const cellKey = (methodId: string, step: RateStep): string =>
  [
    methodId,
    step.from_weight_grams,
    step.to_weight_grams,
    step.from_value_minor,
    step.to_value_minor ?? '',
  ].join(' ');

const touches = (one: RateStep, other: RateStep) =>
  one.from_weight_grams < other.to_weight_grams &&
  other.from_weight_grams < one.to_weight_grams &&
  one.from_value_minor < endOf(other) &&
  other.from_value_minor < endOf(one);

const holds = (outer: RateStep, inner: RateStep) =>
  outer.from_weight_grams <= inner.from_weight_grams &&
  inner.to_weight_grams <= outer.to_weight_grams &&
  outer.from_value_minor <= inner.from_value_minor &&
  endOf(inner) <= endOf(outer);

/** Where two steps become one, the price of the heavier and the less valuable one stays. */
const holdsCorner = (outer: RateStep, inner: RateStep) =>
  outer.from_weight_grams < inner.to_weight_grams &&
  inner.to_weight_grams <= outer.to_weight_grams &&
  outer.from_value_minor <= inner.from_value_minor &&
  inner.from_value_minor < endOf(outer);

export function savedPrice(
  rates: readonly ZoneRate[],
  methodId: string,
  step: RateStep,
): number | null {
  const rate = rates.find((each) => each.method_id === methodId && holdsCorner(each, step));
  return rate?.price_minor ?? null;
}

const mostMinor = 10_000_000;

/** Nothing typed is no price, and never free shipping. */
export function readPrice(text: string): Result<number | null, string> {
  if (text.trim() === '') return succeed(null);
  const minor = textToMinor(text.trim());
  if (!minor.ok) return minor;
  const isPossible = minor.value >= 0 && minor.value <= mostMinor;
  return isPossible ? minor : fail('Enter 0.00 to 100,000.00.');
}

export const priceText = (minor: number | null): string =>
  minor === null ? '' : decimalMoney(minor, 'EUR');

/** The draft with other steps: what was typed goes along with the step that its corner lies in. */
export function withSteps(
  draft: RateDraft,
  { weights, values }: Partial<Pick<RateDraft, 'weights' | 'values'>>,
  methods: readonly Pick<ZoneMethod, 'id'>[],
): RateDraft {
  const next = {
    weights: ascending(weights ?? draft.weights),
    values: ascending([0, ...(values ?? draft.values)]),
  };
  const before = stepsOf(draft);
  const typed = stepsOf(next).flatMap((step) =>
    methods.flatMap(({ id }) => {
      const old = before.find((each) => holdsCorner(each, step));
      const text = old && draft.typed.get(cellKey(id, old));
      return text === undefined ? [] : [[cellKey(id, step), text] as const];
    }),
  );
  return { ...next, typed: new Map(typed) };
}

/** What is typed into one cell; what is there already is not a change. */
export function withTyped(
  draft: RateDraft,
  key: string,
  text: string,
  saved: number | null,
): RateDraft {
  const typed = new Map(draft.typed);
  const read = readPrice(text);
  if (read.ok && read.value === saved && text.trim() === priceText(saved)) typed.delete(key);
  else typed.set(key, text);
  return { ...draft, typed };
}

export interface RateChanges {
  readonly remove: readonly { readonly id: string; readonly version: number }[];
  readonly change: readonly {
    readonly id: string;
    readonly version: number;
    readonly price_minor?: number;
    readonly valid_to?: string;
  }[];
  readonly add: readonly Omit<ZoneRate, 'id' | 'version'>[];
}

export const countChanges = ({ remove, change, add }: RateChanges): number =>
  remove.length + change.length + add.length;

interface Plan {
  /** All of the zone, of other days too. */
  readonly rates: readonly ZoneRate[];
  readonly methods: readonly Pick<ZoneMethod, 'id'>[];
  readonly draft: RateDraft;
  /** From when on they hold; a rate that began before a later day ends then. */
  readonly day: string;
  readonly today: string;
}

/** Fails while something typed is no price. */
export function planChanges(plan: Plan): Result<RateChanges, string> {
  const parts = plan.methods.map(({ id }) => planMethod(plan, id));
  const broken = parts.find((part) => !part.ok);
  if (broken && !broken.ok) return broken;
  const whole = parts.flatMap((part) => (part.ok ? [part.value] : []));
  return succeed({
    remove: whole.flatMap(({ remove }) => remove),
    change: whole.flatMap(({ change }) => change),
    add: whole.flatMap(({ add }) => add),
  });
}

function planMethod(plan: Plan, methodId: string): Result<RateChanges, string> {
  const { draft, day, today } = plan;
  const all = plan.rates.filter((rate) => rate.method_id === methodId);
  const now = ratesOn(all, day);
  const steps = stepsOf(draft);
  const wanted = new Map<RateStep, number>();
  for (const step of steps) {
    const text = draft.typed.get(cellKey(methodId, step));
    const price = text === undefined ? succeed(savedPrice(now, methodId, step)) : readPrice(text);
    if (!price.ok) return price;
    if (price.value !== null) wanted.set(step, price.value);
  }
  const isBound = (rate: ZoneRate) =>
    [0, ...draft.weights].includes(rate.from_weight_grams) &&
    draft.weights.includes(rate.to_weight_grams) &&
    draft.values.includes(rate.from_value_minor) &&
    (rate.to_value_minor === null || draft.values.includes(rate.to_value_minor));
  const remove: ZoneRate[] = [];
  const ended: ZoneRate[] = [];
  const priced: { rate: ZoneRate; price: number }[] = [];
  for (const rate of now) {
    const inside = steps.filter((step) => holds(rate, step));
    const prices = new Set(inside.map((step) => wanted.get(step)));
    const [price] = prices;
    const isWhole = isBound(rate) && prices.size === 1 && price !== undefined;
    const isLater = day > today && rate.valid_from < day;
    if (isWhole && (price === rate.price_minor || !isLater)) {
      if (price !== rate.price_minor) priced.push({ rate, price });
      for (const step of inside) wanted.delete(step);
    } else (isLater ? ended : remove).push(rate);
  }
  const gone = [...remove, ...ended];
  return succeed({
    remove: remove.map(({ id, version }) => ({ id, version })),
    change: [
      ...priced.map(({ rate: { id, version }, price }) => ({ id, version, price_minor: price })),
      ...ended.map(({ id, version }) => ({ id, version, valid_to: day })),
    ],
    add: [...wanted].map(([step, price]) => ({
      ...step,
      method_id: methodId,
      price_minor: price,
      ...validity(step, { day, remove, gone, all }),
    })),
  });
}

type Past = Readonly<Record<'remove' | 'gone' | 'all', readonly ZoneRate[]>> & {
  readonly day: string;
};

/** As long as what it replaces held, between the rates of other days. */
function validity(step: RateStep, { day, remove, gone, all }: Past) {
  const near = (rates: readonly ZoneRate[]) => rates.filter((rate) => touches(rate, step));
  const ends = near(gone).flatMap((rate) => rate.valid_to ?? []);
  const next = near(all).flatMap((rate) => (rate.valid_from > day ? [rate.valid_from] : []));
  const before = near(all).flatMap(({ valid_to: end }) =>
    end !== null && end <= day ? [end] : [],
  );
  const begun = near(remove).map((rate) => rate.valid_from);
  return {
    valid_from: begun.length === 0 ? day : ([...begun, ...before].toSorted().at(-1) ?? day),
    valid_to: [...ends, ...next].toSorted()[0] ?? null,
  };
}

const gramsWords = (grams: number) => `${grams.toLocaleString('en-GB')} g`;

/** @example weightWords(step) // '500 to 2,000 g' */
export const weightWords = (step: RateStep): string =>
  `${step.from_weight_grams.toLocaleString('en-GB')} to ${gramsWords(step.to_weight_grams)}`;

/** @example valueWords(step) // '€20.00 to under €150.00' ; empty where any value will do */
export function valueWords(step: RateStep): string {
  const { from_value_minor: fromMinor, to_value_minor: toMinor } = step;
  const from = formatMoney(fromMinor, 'EUR');
  if (toMinor === null) return fromMinor === 0 ? '' : `from ${from}`;
  const below = `under ${formatMoney(toMinor, 'EUR')}`;
  return fromMinor === 0 ? below : `${from} to ${below}`;
}

export const stepWords = (step: RateStep): string =>
  [weightWords(step), valueWords(step)].filter(Boolean).join(', ');

/** What a method can't be used for by these prices, in words. */
export function gapsOf(
  method: ZoneMethod,
  steps: readonly RateStep[],
  priceOf: (step: RateStep) => number | null,
): readonly string[] {
  const priced = steps.filter((step) => priceOf(step) !== null);
  if (priced.length === 0) return [`${method.name} has no price here, so nobody can choose it.`];
  const top = Math.max(...priced.map((step) => step.to_weight_grams));
  const gaps = steps.filter(
    (step) =>
      priceOf(step) === null &&
      step.to_weight_grams <= top &&
      step.from_weight_grams < method.max_weight_grams,
  );
  const words = gaps.map((step) => `${method.name} has no price for ${stepWords(step)}.`);
  const heavier = `${method.name} takes parcels up to ${gramsWords(method.max_weight_grams)}`;
  if (top < method.max_weight_grams)
    words.push(`${heavier}, and has no price over ${gramsWords(top)}.`);
  if (priced.some((step) => step.from_weight_grams >= method.max_weight_grams))
    words.push(`${heavier}: its prices for heavier ones never apply.`);
  return words;
}
