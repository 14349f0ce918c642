/** What a file of rates would do to the currencies of the shop, before anything is written. */
import type { DeskRow } from '#desk-kit/model/desk-row.ts';
import type { Row } from '#shared/backend/given.ts';
import type { RateFile } from './rate-file.ts';

export type ChangeKind = 'change' | 'same' | 'older' | 'missing';

export interface RateChange {
  readonly kind: ChangeKind;
  readonly code: string;
  readonly name: string;
  readonly version: number;
  readonly now: number;
  readonly nowOn: string;
  /** In figures; empty where the file has none. */
  readonly next: string;
  /** Of its rate, from what it is now. */
  readonly percent: number;
  readonly isLarge: boolean;
}

export interface RatePlan {
  readonly ratedOn: string;
  readonly changes: readonly RateChange[];
  /** In the file and not in the shop. */
  readonly skipped: readonly string[];
  readonly problems: readonly string[];
}

/** A rate seldom moves so much in a day: it may be that of another currency. */
const largePercent = 10;

type Rated = DeskRow<
  Pick<Row<'currency_rates'>, 'code' | 'name' | 'per_euro' | 'rated_on' | 'version'>
>;

export function planRates(file: RateFile, rows: readonly Rated[]): RatePlan {
  const known = new Set(rows.map(({ values }) => values.code));
  return {
    ratedOn: file.ratedOn,
    changes: rows.map((row) => changeOf(file, row)),
    skipped: [...file.rates.keys()].filter((code) => !known.has(code)).toSorted(),
    problems: file.problems,
  };
}

function changeOf({ ratedOn, rates }: RateFile, { values }: Rated): RateChange {
  const { code, name, version, per_euro: now, rated_on: nowOn } = values;
  const next = rates.get(code) ?? '';
  const kind =
    next === ''
      ? 'missing'
      : ratedOn < nowOn
        ? 'older'
        : ratedOn === nowOn && Number(next) === now
          ? 'same'
          : 'change';
  const percent = next === '' || now === 0 ? 0 : (Number(next) / now - 1) * 100;
  const isLarge = Math.abs(percent) > largePercent;
  return { kind, code, name, version, now, nowOn, next, percent, isLarge };
}

/** @example percentWords(0.123) // '+0.12%' */
export function percentWords(percent: number): string {
  const rounded = Math.round(percent * 100) / 100;
  if (rounded === 0) return 'no change';
  return `${rounded > 0 ? '+' : '−'}${Math.abs(rounded).toFixed(2)}%`;
}
